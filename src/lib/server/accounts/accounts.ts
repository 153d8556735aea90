/** Login, logout, and the identity of a session. */

import type { LoginInput, LoginOutput, UserInfo } from '#lib/contract/accounts/calls.ts';
import { chatCalls } from '#lib/contract/chat/calls.ts';
import { hintCookie } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { companyStateText, isApproved, mayLogIn } from '#lib/rules/companies/company-state.ts';
import { paperNotices } from '#lib/rules/companies/qualification.ts';
import { roleMay, roleText } from '#lib/rules/companies/roles.ts';
import { dueNames } from '#lib/rules/purchase/template-day.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import { makeChatToken } from '../chat/token.ts';
import { wholeHeaders } from '../core/asked-call.ts';
import { mayCall } from '../core/calls/guard.ts';
import type { CallContext, Context } from '../core/context.ts';
import { auth, noPastCookie, withPresentCookie } from '../core/sessions/auth.ts';
import { type KnownLogin, rememberDevice } from '../core/sessions/device-cookie.ts';
import { withPrecedence } from '../core/sessions/password-hashes.ts';
import { type Account, findAccount } from '../people/account-rows.ts';
import { findLogin, keepsPassword } from '../people/login-rows.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { countGuess } from './guesses.ts';
import { type Answers, refuseSteps } from './login-steps.ts';
import { countOwn } from './own-count-rows.ts';

const wrongCredentials = '用户名或密码错误';

/**
 * Logs in by name or phone. Throws 422 for a wrong name or password (without saying which), 429 when too many were
 * wrong (see logins/guesses), 503 when too many passwords wait to be checked, 403 for a company that has closed, and
 * 422 at `agreement` and `code` for further questions (login-steps).
 */
export async function logIn(context: CallContext<'all'>, input: LoginInput): Promise<LoginOutput> {
  const { db, now, clientAddress: address, headers } = context;
  const name = input.username.toLowerCase();
  const login = await findLogin(db, name);
  const guess = await countGuess(db, { name, login, address, headers }, now);
  let signedIn: Awaited<ReturnType<typeof signIn>>;
  try {
    signedIn = await withPrecedence(guess.isKnownDevice, () =>
      signIn(login?.username ?? name, input.password, wholeHeaders(headers)),
    );
  } catch (error) {
    await guess.release();
    throw error;
  }
  if (signedIn === null || login === null) throw fieldError('password', wrongCredentials);
  const { headers: made } = signedIn;
  if (!(await keepsPassword(db, login.userId, login.passwordHash))) {
    await guess.release();
    await endSession(made);
    throw fieldError('password', '密码刚刚已修改，请用新密码登录');
  }
  const refused = await refuseSteps(context, login.userId, input).catch(async (error: unknown) => {
    // No browser has the session's cookie, and an unchecked password was no guess.
    await guess.release();
    await endSession(made);
    throw error;
  });
  await (refused?.isGuess === true ? guess.recordCode() : guess.release());
  const account = await welcome(context, login, { made, refusal: refused?.error });
  return { user: await describe(context, account) };
}

type Entering = Pick<CallContext, 'db' | 'now' | 'clientAddress' | 'headers' | 'answerHeaders'>;

interface Entry {
  /** The headers that carry the session. */
  made: Headers;
  /** The question that the person has still to answer. */
  refusal: AppError | undefined;
}

/** Hands a new session to its person, or ends it and throws: the refusal, 403 for a person who is shut out. */
async function welcome(context: Entering, login: KnownLogin, { made, refusal }: Entry): Promise<Account> {
  const { db, headers, answerHeaders } = context;
  const account = await findAccount(db, login.userId);
  if (account === null || !mayLogIn(account.companyState)) {
    await endSession(made);
    throw new AppError(403, '该账号已注销，无法登录');
  }
  if (account.isDisabled) {
    await endSession(made);
    throw new AppError(403, '该账号已停用，请联系企业管理员');
  }
  if (refusal !== undefined) {
    await endSession(made);
    throw refusal;
  }
  for (const cookie of made.getSetCookie()) answerHeaders.append('set-cookie', cookie);
  dropPastCookie(headers, answerHeaders);
  answerHeaders.append('set-cookie', rememberDevice(headers, login));
  answerHeaders.append('set-cookie', `${hintCookie}=1; Path=/; Max-Age=${7 * 24 * 3600}; SameSite=Lax`);
  return account;
}

/** The answers of a person who is asked nothing. */
const silent: Answers = { agreement: '', code: '' };

/**
 * Logs in a person who is known without a password: by a new account, by WeChat, by a passkey. Always a new session,
 * regardless of the request's cookie. Throws 403 for a person who is shut out, 422 for one who has still to accept the
 * agreement in force or needs the code of an authenticator.
 */
export async function enter(context: Entering, login: KnownLogin, answers = silent): Promise<Account> {
  const made = await auth().api.openSession({
    body: { userId: login.userId },
    headers: wholeHeaders(context.headers),
    returnHeaders: true,
  });
  const refused = await refuseSteps(context, login.userId, answers).catch(async (error: unknown) => {
    await endSession(made.headers);
    throw error;
  });
  return welcome(context, login, { made: made.headers, refusal: refused?.error });
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
    // better-auth throws an APIError for a wrong name or password; other errors are our own faults.
    if (error instanceof Error && error.name === 'APIError') return null;
    throw error;
  }
}

/** Ends a session that was just made, before any browser has its cookie. */
async function endSession(made: Headers): Promise<void> {
  const cookie = made
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  await auth().api.signOut({ headers: new Headers({ cookie }) });
}

/** Deletes the session cookie of an earlier release, which would outlive the new one. */
function dropPastCookie(headers: Pick<Headers, 'get'>, answerHeaders: Pick<Headers, 'append'>): void {
  const gone = noPastCookie(headers);
  if (gone !== null) answerHeaders.append('set-cookie', gone);
}

/** Ends the session, if there is one, and deletes both cookies. Safe to repeat. */
export async function logOut({ headers, answerHeaders }: CallContext<'all'>): Promise<null> {
  const own = withPresentCookie(wholeHeaders(headers));
  const result = await auth().api.signOut({ headers: own, returnHeaders: true });
  dropPastCookie(headers, answerHeaders);
  for (const cookie of result.headers.getSetCookie()) answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', `${hintCookie}=; Path=/; Max-Age=0; SameSite=Lax`);
  return null;
}

/** The user entity of the header and the home page. */
export async function getInfo(context: Context<'buyer'>): Promise<UserInfo> {
  return describe(context, context.actor.account);
}

async function describe({ db, now }: Context, account: Account): Promise<UserInfo> {
  const [counts, settings] = await Promise.all([countOwn(db, account, now), getSettings(db)]);
  const mayChat = settings.chatOn && mayCall(chatCalls.sendChat, account);
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
    address: counts?.address ? addressText(counts.address) : '',
    is_passed: isApproved(account.companyState) ? 1 : 0,
    points: counts?.points ?? 0,
    cart: counts?.cart ?? 0,
    message_count: counts?.messages ?? 0,
    chat_count: counts?.chat ?? 0,
    wechat: counts?.wechat ?? null,
    common_config: { qq1: settings.qq1, qq2: settings.qq2, hot_line: settings.hotLine },
    quality_inspection: qualityOf(settings),
    login_url: '/login',
    is_show_youx: counts?.has_preferred ? 1 : 0,
    is_special: account.isNewcomer ? 1 : 0,
    is_can_chat: mayChat ? 1 : 0,
    token: mayChat ? makeChatToken(account, now) : '',
    to_pay: counts?.to_pay ?? 0,
    to_receive: counts?.to_receive ?? 0,
    stores: counts?.stores ?? 0,
    paper_notices: paperNotices(account.papers, now.getTime()),
    due_templates: roleMay(account.role, 'order') ? dueNames(counts?.templates ?? [], now.getTime()) : [],
    list_view: counts?.list_view ?? '',
  };
}

/** Shows only what is provided (rules 6): without a page and without a text there is no link. */
function qualityOf({ qualityInspectionUrl: url, qualityInspectionMessage: msg }: Settings) {
  return url === '' && msg === '' ? null : { quality_inspection_url: url, msg };
}

function rankText(rank: number): string {
  return rank === 0 ? '普通会员' : `会员${['一', '二', '三', '四', '五'][rank - 1] ?? rank}级`;
}
