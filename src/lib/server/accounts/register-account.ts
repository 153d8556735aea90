/** The first step of a registration: a phone that is proved by a code becomes an account with a company in 待提交. */

import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { RegisterAccountInput, WechatTrouble } from '#lib/contract/registration/calls.ts';
import { stepPage } from '#lib/contract/registration/pages.ts';
import { emptyCompanyData } from '#lib/rules/companies/application.ts';
import { agreementRefusals, agreementVersion, draftName } from '#lib/rules/companies/registration.ts';
import type { CallContext } from '../core/context.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import { findLogin } from '../people/login-rows.ts';
import {
  insertDraftCompany,
  insertOwner,
  insertPerson,
  saveAcceptance,
} from '../people/registration-rows.ts';
import { enter } from './accounts.ts';
import { checkStrength } from './password-strength.ts';
import { proveCode } from './phone-codes.ts';
import { bindWechat } from './wechat-rows.ts';
import { bindRefusals, findPerson, takePerson } from './wechat-scan.ts';

const scanOver = () => new AppError(409, bindRefusals.over, { wechat: 'over' } satisfies WechatTrouble);

/** Revealed only to the holder of the phone: the code was right. */
const taken = () =>
  new AppError(409, '这个手机号已有账号，请直接登录；忘记密码可以用短信验证码重设', { is_taken: 1 });

/**
 * `POST /api/register/step1`: makes the account, its company and the company's draft, and logs in. The code and a scan
 * are used up together with the account: a refusal leaves both valid. Throws 422 for a weak password, another agreement
 * and a wrong code, 409 for a phone that has an account or a WeChat account that is another's, and as `proveCode`.
 */
export async function openAccount(
  context: CallContext<'anyone'>,
  { name, phone, code, puzzle, password, form, wechat, agreement }: RegisterAccountInput,
): Promise<{ page: string }> {
  const { db, now, clientAddress } = context;
  if (agreement !== agreementVersion) throw fieldError('agreement', agreementRefusals.stale);
  await checkStrength('password', password, name === '' ? [phone] : [phone, name]);
  if (wechat === 1 && (await findPerson(context)) === null) throw scanOver();
  const proven = await proveCode(context, { purpose: 'register', phone, puzzle }, code);
  if ((await findLogin(db, phone)) !== null) throw taken();
  const passwordHash = await hashPassword(password);
  const userId = await db.transaction(async (tx) => {
    await proven.spend(tx);
    const person = wechat === 1 ? await takePerson(tx, context) : null;
    if (wechat === 1 && person === null) throw scanOver();
    const made = await insertPerson(tx, { name, phone, passwordHash, now });
    // Two people proved one phone at once, and the other was faster.
    if (made === null) throw taken();
    await saveAcceptance(tx, {
      userId: made,
      version: agreement,
      acceptedAt: now,
      address: clientAddress,
    });
    const data = { ...emptyCompanyData, phone };
    const companyId = await insertDraftCompany(tx, { name: draftName(phone), data, now });
    await insertOwner(tx, { userId: made, companyId, form, now });
    const became = person && (await bindWechat(tx, { userId: made, ...person, now }));
    if (became !== null && became !== 'bound')
      throw new AppError(409, bindRefusals[became], { wechat: 'taken' } satisfies WechatTrouble);
    return made;
  });
  await enter(context, { userId, passwordHash });
  return { page: stepPage(form, 2) };
}
