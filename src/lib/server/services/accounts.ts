/** Logging in and out, and who somebody is. */
import type { LoginInput, LoginOutput, UserInfo } from '#lib/contract/accounts.ts';
import { hintCookie } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { companyStateText, isApproved, mayLogIn, paperNotices } from '#lib/rules/qualification.ts';
import { type Deed, roleMay, roleRefusal, roleText } from '#lib/rules/roles.ts';
import { auth } from '../auth.ts';
import type { Context } from '../endpoint.ts';
import {
  type Account,
  clearAttempts,
  countAttempt,
  countOwn,
  findAccount,
  findAttempts,
  findUsername,
} from '../repos/accounts.ts';
import { getSettings } from './settings.ts';

const loginWindow = 15 * 60_000;
const loginTries = 5;
/** One address may try many accounts; beyond this it waits (decisions 8 counts per account and address). */
const addressTries = 100;
const wrongCredentials = '用户名或密码错误';

/**
 * Logs in by name or phone. Five wrong passwords of an account and address in 15 minutes answer 429 with the seconds
 * to wait (decisions 8). Whether a name exists is not told.
 */
export async function logIn(context: Context<'all'>, input: LoginInput): Promise<LoginOutput> {
  const { db, now, clientAddress, answerHeaders } = context;
  const name = input.username.toLowerCase();
  const key = `login:${name}:${clientAddress}`;
  const addressKey = `login:*:${clientAddress}`;
  refuseTooMany(await findAttempts(db, key, now), loginTries, now);
  refuseTooMany(await findAttempts(db, addressKey, now), addressTries, now);
  const username = await findUsername(db, name);
  const signedIn = await signIn(username ?? name, input.password, context.headers);
  if (signedIn === null) {
    await countAttempt(db, addressKey, now, loginWindow);
    const attempts = await countAttempt(db, key, now, loginWindow);
    refuseTooMany(attempts, loginTries + 1, now);
    throw fieldError('password', wrongCredentials);
  }
  const account = await findAccount(db, signedIn.userId);
  if (account === null || !mayLogIn(account.companyState)) throw new AppError(403, '该账号已注销，无法登录');
  await clearAttempts(db, key);
  for (const cookie of signedIn.cookies) answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', `${hintCookie}=1; Path=/; Max-Age=${7 * 24 * 3600}; SameSite=Lax`);
  return { user: await describe(context, account) };
}

function refuseTooMany(attempts: { count: number; resetsAt: Date } | null, limit: number, now: Date): void {
  if (attempts === null || attempts.count < limit) return;
  const seconds = Math.max(1, Math.ceil((attempts.resetsAt.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(429, `密码错误次数过多，请${minutes}分钟后再试`, { retry_after: seconds });
}

async function signIn(username: string, password: string, headers: Headers) {
  try {
    const result = await auth().api.signInUsername({
      body: { username, password },
      headers,
      returnHeaders: true,
    });
    if (!result.response) return null;
    return { userId: result.response.user.id, cookies: result.headers.getSetCookie() };
  } catch (error) {
    // better-auth throws an APIError for a wrong name or password; anything else is ours to know.
    if (error instanceof Error && error.name === 'APIError') return null;
    throw error;
  }
}

/** Ends the session, if there is one, and takes both cookies away. Safe to repeat. */
export async function logOut({ headers, answerHeaders }: Context<'all'>): Promise<null> {
  const result = await auth().api.signOut({ headers, returnHeaders: true });
  for (const cookie of result.headers.getSetCookie()) answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', `${hintCookie}=; Path=/; Max-Age=0; SameSite=Lax`);
  return null;
}

/** The user entity of the header and the home page. */
export async function getInfo(context: Context<'buyer'>): Promise<UserInfo> {
  return describe(context, context.account);
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
    face: '',
    rank: rankText(account.rank),
    rank_id: account.rank,
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
    wechat: null,
    common_config: { qq1: settings.qq1, qq2: settings.qq2, hot_line: settings.hotLine },
    quality_inspection: {
      quality_inspection_url: settings.qualityInspectionUrl,
      msg: settings.qualityInspectionMessage,
    },
    login_url: '/login',
    is_show_youx: 1,
    is_special: account.isNewcomer ? 1 : 0,
    is_can_chat: 0,
    to_pay: counts?.to_pay ?? 0,
    to_receive: counts?.to_receive ?? 0,
    paper_notices: paperNotices(account.papers, now.getTime()),
  };
}

function rankText(rank: number): string {
  return rank === 0 ? '普通会员' : `会员${['一', '二', '三', '四', '五'][rank - 1] ?? rank}级`;
}

/** Throws 403 with the reason and the way out when the role of an account does not allow a deed (decisions 2). */
export function requireDeed(account: Account, deed: Deed): void {
  if (!roleMay(account.role, deed)) throw new AppError(403, roleRefusal(account.role, deed));
}
