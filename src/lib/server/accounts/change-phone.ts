/** Changes the login telephone: the old one is proved by a code, then the new one by another (rules 2). */
import { createHash, randomBytes } from 'node:crypto';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import type {
  ChangePhoneInput,
  ProveOwnPhoneInput,
  SendOwnCodeInput,
} from '#lib/contract/accounts/phone-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { CallContext } from '../core/context.ts';
import { isDuplicate } from '../core/process/error-facts.ts';
import { sendMessages } from '../messages/rows.ts';
import { findAccount } from '../people/account-rows.ts';
import { findLogin } from '../people/login-rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import { getInfo } from './accounts.ts';
import { sendCode, useCode } from './phone-codes.ts';
import { hasPhoneProof, putPhoneProof, setPhone, spendPhoneProof } from './phone-rows.ts';

type Asking = CallContext<'buyer'>;

/** Validity of the proof of the old telephone, ms: for a code to the new one. */
const proofTtl = 15 * 60_000;

const hashOf = (proof: string) => createHash('sha256').update(proof).digest('base64url');
const proofOver = () => new AppError(409, '原手机号的验证已过期，请重新验证');
const unbound = () => new AppError(409, '您的账号没有绑定手机号，请联系客服办理');
const taken = () => fieldError('phone', '这个手机号已有账号，不能重复绑定');

/**
 * `POST /api/user/change-phone/code`: to one's own telephone (`old`), or to the new one (`new`). The answer does not
 * reveal whether the new one has an account. Throws as `sendCode`, 422 for the same one.
 */
export async function sendOwnCode(
  context: Asking,
  { step, phone, puzzle }: SendOwnCodeInput,
): Promise<{ wait_seconds: number }> {
  const own = context.actor.account.phone;
  if (step === 'old') {
    if (own === '') throw unbound();
    return sendCode(context, { purpose: 'phone_old', phone: own, puzzle }, true);
  }
  if (phone === undefined) throw fieldError('phone', '请填写11位手机号');
  if (phone === own) throw fieldError('phone', '这就是您现在的手机号');
  return sendCode(context, { purpose: 'phone_new', phone, puzzle }, true);
}

/**
 * `POST /api/user/change-phone/prove`: proves possession of the old telephone, for a quarter of an hour. Throws as
 * `useCode`.
 */
export async function proveOwnPhone(
  context: Asking,
  { code, puzzle }: ProveOwnPhoneInput,
): Promise<{ proof: string }> {
  const { db, now, actor } = context;
  const { phone, userId } = actor.account;
  if (phone === '') throw unbound();
  await useCode(context, { purpose: 'phone_old', phone, puzzle }, code);
  const proof = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + proofTtl);
  await putPhoneProof(db, hashOf(proof), { userId, expiresAt });
  return { proof };
}

/**
 * `POST /api/user/change-phone`: the new telephone becomes the login; sessions, WeChat and password stay. The company
 * and the old telephone get a message. A repeat is answered as done. Throws 409 without a valid proof, 422 for a wrong
 * code and for a telephone of another account, which its holder may learn.
 */
export async function changePhone(
  context: Asking,
  { proof, phone, code, puzzle }: ChangePhoneInput,
): Promise<UserInfo> {
  const { db, now, actor } = context;
  const { account } = actor;
  const from = account.phone;
  if (phone === from) return getInfo(context);
  const tokenHash = hashOf(proof);
  if (!(await hasPhoneProof(db, tokenHash, account.userId, now))) throw proofOver();
  await useCode(context, { purpose: 'phone_new', phone, puzzle }, code);
  if ((await findLogin(db, phone)) !== null) throw taken();
  try {
    await db.transaction(async (tx) => {
      if (!(await spendPhoneProof(tx, tokenHash, account.userId, now))) throw proofOver();
      if (!(await setPhone(tx, account.userId, { from, to: phone, now }))) throw proofOver();
      await sendMessages(tx, {
        companyId: account.homeCompanyId,
        kind: 'company',
        title: '登录手机号已更换',
        body: `${account.name}的登录手机号已由${maskPhone(from)}更换为${maskPhone(phone)}。如非本人操作，请立即修改密码，并联系客服。`,
        link: path('/zhzx/basic'),
        ref: `phone:${account.userId}:${now.toISOString()}`,
      });
    });
  } catch (error) {
    // Two accounts proved one telephone at once, and the other was faster.
    if (isDuplicate(error)) throw taken();
    throw error;
  }
  void sendSms({
    phone: from,
    template: 'notice',
    kind: '账号',
    title: '登录手机号已更换，如非本人操作请联系客服',
  });
  const changed = await findAccount(db, account.userId);
  if (changed === null) throw new AppError(401);
  return getInfo({
    ...context,
    actor: { kind: 'buyer', account: { ...account, phone: changed.phone, username: changed.username } },
  });
}
