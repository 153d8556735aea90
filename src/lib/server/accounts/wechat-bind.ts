/** Binds a scanned WeChat account to an account by its password, and unbinds it. */
import type { LoginInput, LoginOutput } from '#lib/contract/accounts/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { CallContext, Context } from '../core/context.ts';
import { wechatCookieText } from '../core/sessions/wechat-cookie.ts';
import { sendMessages } from '../messages/rows.ts';
import { findLogin } from '../people/login-rows.ts';
import { logIn } from './accounts.ts';
import { bindWechat, findWechatName, unbindWechat as unbindRow } from './wechat-rows.ts';
import { bindRefusals, findPerson, takePerson } from './wechat-scan.ts';

const isOver = () => new AppError(409, '扫码已超过15分钟，请重新扫码');

/**
 * `POST /api/auth/wechat/link`: logs in by password and binds the WeChat account that was scanned in this browser. The
 * scan is used up together with the binding: after a refusal, it is still valid for another account. Throws as the
 * login, 409 where the scan is too old or either of both is bound otherwise.
 */
export async function linkWechat(context: CallContext<'all'>, input: LoginInput): Promise<LoginOutput> {
  const { db, now, answerHeaders } = context;
  if ((await findPerson(context)) === null) throw isOver();
  const entered = await logIn(context, input);
  const login = await findLogin(db, entered.user.username);
  if (login === null) throw isOver();
  const person = await db.transaction(async (tx) => {
    const taken = await takePerson(tx, context);
    if (taken === null) throw isOver();
    const became = await bindWechat(tx, { userId: login.userId, ...taken, now });
    if (became !== 'bound') throw new AppError(409, bindRefusals[became]);
    return taken;
  });
  answerHeaders.append('set-cookie', wechatCookieText('', 0));
  return { user: { ...entered.user, wechat: person.nickname } };
}

/** `DELETE /api/user/unbind-wechat`: sends the company a message. Safe to repeat. */
export async function unbindWechat({
  db,
  now,
  actor: { account },
}: Context<'buyer'>): Promise<{ wechat: null }> {
  await db.transaction(async (tx) => {
    if (!(await unbindRow(tx, account.userId, now))) return;
    await sendMessages(tx, {
      companyId: account.companyId,
      kind: 'company',
      title: '微信已解绑',
      body: `账号${account.username}绑定的微信刚刚解除。如非本人操作，请立即修改密码，并联系客服。`,
      link: path('/zhzx/bdwx'),
      ref: `wechat:${account.userId}:${now.toISOString()}`,
    });
  });
  return { wechat: null };
}

/** The nickname of one's WeChat account; null where none is bound. */
export function findWechatOf({ db, actor: { account } }: Context<'buyer'>): Promise<string | null> {
  return findWechatName(db, account.userId);
}
