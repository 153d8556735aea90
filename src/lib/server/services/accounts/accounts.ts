/** Logging in and out, and who somebody is. */
import type { LoginInput, LoginOutput, UserInfo } from '#lib/contract/accounts/schema.ts';
import { hintCookie } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { companyStateText, isApproved, mayLogIn, paperNotices } from '#lib/rules/companies/qualification.ts';
import { roleText } from '#lib/rules/companies/roles.ts';
import type { CallContext, Context } from '../../context.ts';
import { withPrecedence } from '../../hashing/passwords.ts';
import { type Account, countOwn, findAccount, findLogin, keepsPassword } from '../../repos/accounts.ts';
import { auth } from '../../sessions/auth.ts';
import { rememberDevice } from '../../sessions/device-cookie.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { countGuess } from './guesses.ts';

const wrongCredentials = '用户名或密码错误';

/**
 * Logs in by name or phone. Throws 422 for a wrong name or password (which of them is not told), 429 when too many
 * were wrong (see logins/guesses), 503 when too many passwords wait to be checked, 403 for a company that has closed.
 */
export async function logIn(context: CallContext<'all'>, input: LoginInput): Promise<LoginOutput> {
  const { db, now, clientAddress: address, headers, answerHeaders } = context;
  const name = input.username.toLowerCase();
  const login = await findLogin(db, name);
  const guess = await countGuess(db, { name, login, address, headers }, now);
  let signedIn: Awaited<ReturnType<typeof signIn>>;
  try {
    signedIn = await withPrecedence(guess.isKnownDevice, () =>
      signIn(login?.username ?? name, input.password, headers),
    );
  } catch (error) {
    await guess.release();
    throw error;
  }
  if (signedIn === null || login === null) throw fieldError('password', wrongCredentials);
  await guess.release();
  if (!(await keepsPassword(db, login.userId, login.passwordHash))) {
    await endSession(signedIn.headers);
    throw fieldError('password', '密码刚刚已修改，请用新密码登录');
  }
  const account = await findAccount(db, login.userId);
  if (account === null || !mayLogIn(account.companyState)) {
    await endSession(signedIn.headers);
    throw new AppError(403, '该账号已注销，无法登录');
  }
  if (account.isDisabled) {
    await endSession(signedIn.headers);
    throw new AppError(403, '该账号已停用，请联系企业管理员');
  }
  for (const cookie of signedIn.headers.getSetCookie()) answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', rememberDevice(headers, login));
  answerHeaders.append('set-cookie', `${hintCookie}=1; Path=/; Max-Age=${7 * 24 * 3600}; SameSite=Lax`);
  return { user: await describe(context, account) };
}

/** The headers that carry the new session, or null for a wrong name or password. */
async function signIn(username: string, password: string, headers: Headers) {
  try {
    const result = await auth().api.signInUsername({
      body: { username, password },
      headers,
      returnHeaders: true,
    });
    return result.response ? { headers: result.headers } : null;
  } catch (error) {
    // better-auth throws an APIError for a wrong name or password; anything else is ours to know.
    if (error instanceof Error && error.name === 'APIError') return null;
    throw error;
  }
}

/** Ends a session that was made a moment ago, before anybody has its cookie. */
async function endSession(made: Headers): Promise<void> {
  const cookie = made
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  await auth().api.signOut({ headers: new Headers({ cookie }) });
}

/** Ends the session, if there is one, and takes both cookies away. Safe to repeat. */
export async function logOut({ headers, answerHeaders }: CallContext<'all'>): Promise<null> {
  const result = await auth().api.signOut({ headers, returnHeaders: true });
  for (const cookie of result.headers.getSetCookie()) answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', `${hintCookie}=; Path=/; Max-Age=0; SameSite=Lax`);
  return null;
}

/** The user entity of the header and the home page. */
export async function getInfo(context: Context<'buyer'>): Promise<UserInfo> {
  return describe(context, context.actor.account);
}

async function describe({ db, now }: Context, account: Account): Promise<UserInfo> {
  const [counts, settings] = await Promise.all([
    countOwn(db, account.userId, account.companyId, now),
    getSettings(db),
  ]);
  return {
    username: account.username,
    is_lszh: account.isTemporary ? 1 : 0,
    name: account.name,
    phone: account.phone,
    company: account.company,
    company_status: account.companyState,
    company_status_text: companyStateText(account.companyState),
    role: account.role,
    role_text: roleText(account.role),
    face: counts?.image ?? '',
    rank: rankText(account.rank),
    rank_id: account.rank,
    service_hours: settings.serviceHours,
    admin: account.manager && {
      name: account.manager.name,
      phone: account.manager.phone,
      is_default: account.manager.isDefault ? 1 : 0,
    },
    address: counts?.address ?? '',
    is_passed: isApproved(account.companyState) ? 1 : 0,
    points: counts?.points ?? 0,
    cart: counts?.cart ?? 0,
    message_count: counts?.messages ?? 0,
    wechat: counts?.wechat ?? null,
    common_config: { qq1: settings.qq1, qq2: settings.qq2, hot_line: settings.hotLine },
    quality_inspection: qualityOf(settings),
    login_url: '/login',
    is_show_youx: counts?.has_preferred ? 1 : 0,
    is_special: account.isNewcomer ? 1 : 0,
    is_can_chat: settings.chatUrl === '' ? 0 : 1,
    to_pay: counts?.to_pay ?? 0,
    to_receive: counts?.to_receive ?? 0,
    paper_notices: paperNotices(account.papers, now.getTime()),
  };
}

/** Only what is provided is shown (rules 6): without a page and without a word there is no link. */
function qualityOf({ qualityInspectionUrl: url, qualityInspectionMessage: msg }: Settings) {
  return url === '' && msg === '' ? null : { quality_inspection_url: url, msg };
}

function rankText(rank: number): string {
  return rank === 0 ? '普通会员' : `会员${['一', '二', '三', '四', '五'][rank - 1] ?? rank}级`;
}
