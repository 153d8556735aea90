/** Takes a lost authenticator away. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type Context, recordOf } from '../core/context.ts';
import { endOtherSessions } from '../core/sessions/rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findAccount } from '../people/account-rows.ts';
import { findLogin } from '../people/login-rows.ts';
import { clearUserTotp } from './totp-rows.ts';

/**
 * Removes the authenticator of a person who has lost it and the recovery codes; their sessions end. Throws 404 for an
 * unknown name, 409 for an account without one.
 */
export async function resetOwnTotp(
  context: Context<'platform'>,
  name: string,
): Promise<{ username: string }> {
  const { db, now } = context;
  const login = await findLogin(db, name);
  const account = login && (await findAccount(db, login.userId));
  if (account === null) throw new AppError(404, `没有登录名或手机号为“${name}”的账号`);
  const { userId, username } = account;
  await db.transaction(async (tx) => {
    if (!(await clearUserTotp(tx, userId))) throw new AppError(409, `账号“${username}”没有开启登录验证码`);
    await endOtherSessions(tx, userId, '');
    await sendMessages(tx, {
      companyId: account.homeCompanyId,
      kind: 'company',
      title: '登录验证码已由客服解除',
      body: `账号${username}的登录验证码已解除，已登录的设备已退出。如非本人申请，请立即修改密码，并联系客服。`,
      link: path('/zhzx/sessions'),
      ref: `totp-reset:${userId}:${now.toISOString()}`,
    });
    await writeAudit(tx, recordOf(context), {
      act: 'member.reset_totp',
      subject: 'member',
      key: userId,
      before: { isEnrolled: true },
      after: { isEnrolled: false },
      at: now,
    });
  });
  return { username };
}
