/** A fresh proof of identity before an act that moves money. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { ProveStaffInput } from '#lib/contract/staff.ts';
import type { CallContext } from '../core/context.ts';
import { deskTokenHash } from '../core/sessions/desk-session.ts';
import { findStaffLogin, keepsLogin } from '../people/staff-rows.ts';
import { recordProof } from '../people/staff-session-rows.ts';
import { countStaffGuess, isRightPassword, recordFailure } from './failures.ts';
import { findProof, spendProof } from './totp.ts';

/**
 * `POST /api/desk/prove`: the person's password, or six digits of their authenticator. Throws 422 for a wrong one, 429
 * like the login.
 */
export async function proveStaff(
  context: CallContext<'staff'>,
  { proof: typed }: ProveStaffInput,
): Promise<null> {
  const { db, now, actor, headers } = context;
  const login = await findStaffLogin(db, actor.name);
  const tokenHash = deskTokenHash(headers);
  if (login === null || tokenHash === null) throw new AppError(404);
  const guess = await countStaffGuess(context, { name: actor.name, login });
  const isCode = login.isEnrolled && /^\d{6}$/.test(typed.replace(/\s/g, ''));
  const proof = isCode ? await findProof(login, typed, now) : null;
  if (isCode ? proof === null : !(await isRightPassword(guess, login, typed))) {
    if (isCode) await guess.recordCode();
    await recordFailure(context, login, isCode ? '验证码错误' : '密码错误');
    throw fieldError('proof', isCode ? '验证码错误' : '密码错误');
  }
  await db.transaction(async (tx) => {
    if (proof !== null && !(await spendProof(tx, login, proof)))
      throw fieldError('proof', '验证码已使用过，请等身份验证器换下一个');
    if (proof === null && !(await keepsLogin(tx, login)))
      throw new AppError(409, '账号或密码刚刚已变更，请重新登录');
    await recordProof(tx, tokenHash, now);
  });
  await guess.release();
  return null;
}
