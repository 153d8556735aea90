/** The authenticator that a company's owner may require at their own login: set-up, codes, switching it off. */
import type { OwnTotp, TotpSet } from '#lib/contract/accounts/totp-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { TotpCodeInput, TotpSecret } from '#lib/contract/staff.ts';
import type { CallContext, Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import { endOtherSessions } from '../core/sessions/rows.ts';
import {
  findProof,
  findTotpStep,
  newRecoveryCodes,
  newTotpSecret,
  sealTotp,
  totpLabels,
  unsealTotp,
} from '../core/sessions/totp.ts';
import type { Db, Tx } from '../db/client.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { sendMessages } from '../messages/rows.ts';
import { type Limit, releaseAttempt, reserveAttempt } from '../people/attempt-rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import { proveLogin } from './prove-login.ts';
import {
  clearUserTotp,
  enrolUserTotp,
  findSecretAtLogin,
  findUserTotp,
  setPendingUserTotp,
  spendUserRecovery,
  spendUserStep,
} from './totp-rows.ts';

/** Limit of codes tried inside the account; the login counts its own, together with passwords. */
const tries = { limit: 5, windowMs: 15 * 60_000 };

/**
 * Limit of codes tried at the login over all devices: each known device has guesses of its own (guesses.ts), and an
 * attacker with the password may know many devices.
 */
const loginTries = { limit: 20, windowMs: 15 * 60_000 };

const holderOf = (userId: string) => ({ kind: 'user', id: userId }) as const;
const wrongCode =
  '验证码错误或已使用过，请核对手机时间，等身份验证器换下一个再填；填恢复码的，请核对字母和数字';
const changed = () => new AppError(409, '登录验证码的设置刚刚已变更，请刷新页面');

/** For the page: whether a code is required, and how many recovery codes are left. */
export async function getOwnTotp({ db, actor: { account } }: Context<'buyer'>): Promise<OwnTotp> {
  const own = await findUserTotp(db, account.userId);
  return { is_on: own?.secret ? 1 : 0, recovery_left: own?.recoveryLeft ?? 0 };
}

/** Throws 429 after five wrong codes; answers the function that gives the try back. */
function countTry({ db, now, actor: { account } }: Context<'buyer'>): Promise<() => Promise<void>> {
  return reserveTry(db, { key: `totp:${account.userId}`, ...tries }, now);
}

async function reserveTry(db: Db, limit: Limit, now: Date): Promise<() => Promise<void>> {
  const tried = await reserveAttempt(db, limit, now);
  if ('fullUntil' in tried) {
    const seconds = Math.max(1, Math.ceil((tried.fullUntil.getTime() - now.getTime()) / 1000));
    const sentence = `验证码错误次数过多，请${Math.ceil(seconds / 60)}分钟后再试`;
    throw new AppError(429, sentence, { retry_after: seconds });
  }
  return () => releaseAttempt(db, tried.reserved);
}

/**
 * `POST /api/user/totp/begin`: another secret each time; it belongs to no account until one of its codes is given.
 * Throws as `proveLogin`, 409 for an account that has an authenticator.
 */
export async function beginOwnTotp(
  context: Context<'buyer'>,
  { password }: { password: string },
): Promise<TotpSecret> {
  const { userId, username } = context.actor.account;
  await proveLogin(context, 'totp-begin', password);
  const secret = newTotpSecret();
  if (!(await setPendingUserTotp(context.db, userId, sealTotp(holderOf(userId), secret)))) throw changed();
  const { url, text } = totpLabels(secret, username);
  return { secret: text, url, qr: qrPath(url) };
}

/**
 * `POST /api/user/totp/confirm`: after the first right code the login requires one; the other devices are logged out.
 * Throws 422 for a wrong code, 429 after five of those, 409 where it was set up or started again meanwhile.
 */
export async function confirmOwnTotp(context: Context<'buyer'>, { code }: TotpCodeInput): Promise<TotpSet> {
  const { db, now, actor } = context;
  const { userId, sessionId } = actor.account;
  if (sessionId === null) throw new AppError(401);
  const release = await countTry(context);
  const pending = (await findUserTotp(db, userId))?.pending ?? null;
  if (pending === null) {
    await release();
    throw changed();
  }
  const secret = unsealTotp(holderOf(userId), pending);
  const step = secret === null ? null : await findTotpStep(secret, code.replace(/\s/g, ''), now);
  if (step === null) throw fieldError('code', '验证码错误，请核对手机时间，并扫描当前页面上的二维码');
  await release();
  const { codes, hashes } = newRecoveryCodes(holderOf(userId));
  await db.transaction(async (tx) => {
    if (!(await enrolUserTotp(tx, userId, { pending, step, recoveryCodes: hashes }))) throw changed();
    await endOtherSessions(tx, userId, sessionId);
    await notify(tx, context, true);
  });
  // If another person did this, the owner is logged out and reads no message of the shop.
  if (actor.account.phone !== '')
    void sendSms({
      phone: actor.account.phone,
      template: 'notice',
      kind: '账号',
      title: '登录验证码已开启，如非本人操作请联系客服',
    });
  return { recovery_codes: codes };
}

/**
 * `POST /api/user/totp/off`: by a code or a recovery code. Safe to repeat where it is off. Throws 422 for a wrong code,
 * 429 after five of those.
 */
export async function endOwnTotp(context: Context<'buyer'>, { code }: TotpCodeInput): Promise<OwnTotp> {
  const { db } = context;
  const { userId } = context.actor.account;
  const own = await findUserTotp(db, userId);
  if (own === null || own.secret === null) return getOwnTotp(context);
  const { secret } = own;
  const release = await countTry(context);
  const isDone = await db.transaction(async (tx) => {
    if (!(await spend(tx, { userId, secret, code, now: context.now }))) return false;
    await clearUserTotp(tx, userId);
    await notify(tx, context, false);
    return true;
  });
  if (!isDone) throw fieldError('code', wrongCode);
  await release();
  return getOwnTotp(context);
}

interface Spent {
  userId: string;
  /** Encrypted. */
  secret: string;
  code: string;
  now: Date;
}

/** Uses a code up; false for one that is wrong or was used. */
async function spend(db: Db | Tx, { userId, secret, code, now }: Spent): Promise<boolean> {
  const proof = await findProof(holderOf(userId), secret, code, now);
  if (proof === 'unreadable') {
    log().error({ user: userId }, 'an authenticator cannot be checked: AUTH_SECRET is another one');
    throw new AppError(403, '身份验证器已失效，请联系客服解除后重新设置');
  }
  if (proof === null) return false;
  return proof.kind === 'totp'
    ? spendUserStep(db, { userId, secret, step: proof.step })
    : spendUserRecovery(db, { userId, secret, hash: proof.hash });
}

/**
 * Why a login is not complete; null where nothing is required or the code was right, which uses it up. Throws 429 when
 * too many codes of the account were wrong over all devices, 403 where its secret cannot be decrypted any more.
 */
export async function refuseCode(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  userId: string,
  code: string,
): Promise<{ sentence: string; isGuess: boolean } | null> {
  const secret = await findSecretAtLogin(db, userId);
  if (secret === null) return null;
  if (code === '') return { sentence: '请填写身份验证器上的6位验证码', isGuess: false };
  const release = await reserveTry(db, { key: `totp:login:${userId}`, ...loginTries }, now);
  if (!(await spend(db, { userId, secret, code, now }))) return { sentence: wrongCode, isGuess: true };
  await release();
  return null;
}

function notify(tx: Tx, { actor: { account }, now }: Context<'buyer'>, isOn: boolean): Promise<unknown> {
  const what = isOn ? '登录时开始要填写身份验证器的验证码' : '登录时不再要填写身份验证器的验证码';
  return sendMessages(tx, {
    companyId: account.homeCompanyId,
    kind: 'company',
    title: isOn ? '登录验证码已开启' : '登录验证码已关闭',
    body: `账号${account.username}${what}。如非本人操作，请立即修改密码，并联系客服。`,
    link: path('/zhzx/sessions'),
    ref: `totp:${account.userId}:${now.toISOString()}`,
  });
}
