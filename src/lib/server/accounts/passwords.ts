/** A buyer's new password: a forgotten one by a code to the phone, one's own by the old one (rules 2). */
import type {
  ForgetPhoneInput,
  NewPasswordInput,
  OwnPasswordInput,
  PasswordChanged,
  SendCodeInput,
} from '#lib/contract/accounts/password-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { CallContext } from '../core/context.ts';
import { addressKey } from '../core/process/client-address.ts';
import { rememberDevice } from '../core/sessions/device-cookie.ts';
import { hashPassword, verifyPassword, withPrecedence } from '../core/sessions/password-hashes.ts';
import { newTicket, noTicket, ticketHash, ticketTtl } from '../core/sessions/reset-ticket.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { type Account, findAccount } from '../people/account-rows.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';
import {
  countSessions,
  findLogin,
  findTicket,
  putTicket,
  setPassword,
  spendTicket,
} from '../people/login-rows.ts';
import { countGuess } from './guesses.ts';
import { checkStrength } from './password-strength.ts';
import { sendCode, useCode, wrongCode } from './phone-codes.ts';

/** The context that finds a ticket. */
type Asked = Pick<CallContext<'anyone'>, 'db' | 'now' | 'headers'>;

/** The account that may set a password by this phone; null for an unknown, closed or disabled one. */
async function findByPhone({ db }: CallContext<'anyone'>, phone: string): Promise<Account | null> {
  const login = await findLogin(db, phone);
  const account = login && (await findAccount(db, login.userId));
  if (account === null || account.phone !== phone) return null;
  return mayLogIn(account.companyState) && !account.isDisabled ? account : null;
}

/**
 * `POST /api/user/create-code`: the same answer for every phone. A registration code also goes to every phone: only its
 * holder learns that there is an account. Throws as `sendCode`.
 */
export async function createCode(context: CallContext<'anyone'>, { phone, purpose, puzzle }: SendCodeInput) {
  const isSent = purpose !== 'forget' || (await findByPhone(context, phone)) !== null;
  return sendCode(context, { purpose, phone, puzzle }, isSent);
}

/** `GET /api/user/phone/{value}`: 1 when it has an account. Throws 429 for an address with too many requests. */
export async function findPhone(
  { db, now, clientAddress }: CallContext<'anyone'>,
  { value }: { value: string },
) {
  const limit = { key: `phone:address:${addressKey(clientAddress)}`, limit: 20, windowMs: 3_600_000 };
  const result = await reserveAttempt(db, limit, now);
  if ('fullUntil' in result) {
    const seconds = Math.max(1, Math.ceil((result.fullUntil.getTime() - now.getTime()) / 1000));
    throw new AppError(429, '查询次数过多，请稍后再试', { retry_after: seconds });
  }
  return { is_taken: (await findLogin(db, value)) === null ? 0 : 1 };
}

/** `POST /api/forget/step1`: a ticket for the person who gave the right code. Throws as `useCode`. */
export async function provePhone(context: CallContext<'anyone'>, { phone, code, puzzle }: ForgetPhoneInput) {
  await useCode(context, { purpose: 'forget', phone, puzzle }, code);
  const account = await findByPhone(context, phone);
  // No code was sent to this phone: one that is right by chance counts as wrong.
  if (account === null) throw fieldError('code', wrongCode);
  const { tokenHash, cookie } = newTicket();
  const expiresAt = new Date(context.now.getTime() + ticketTtl);
  await putTicket(context.db, tokenHash, { userId: account.userId, expiresAt });
  context.answerHeaders.append('set-cookie', cookie);
  return { expires_at: expiresAt.toISOString() };
}

/** The account of the request's ticket: the name and the masked phone; null without a valid one. */
export async function findReset(context: Asked): Promise<{ username: string; phone: string } | null> {
  const account = await findTicketAccount(context);
  return account && { username: account.username, phone: maskPhone(account.phone) };
}

async function findTicketAccount({ db, now, headers }: Asked): Promise<Account | null> {
  const tokenHash = ticketHash(headers);
  const userId = tokenHash === null ? null : await findTicket(db, tokenHash, now);
  return userId === null ? null : findAccount(db, userId);
}

/** Notifies the company, for any account. */
async function notify(tx: Tx, account: Account, now: Date): Promise<void> {
  await sendMessages(tx, {
    companyId: account.companyId,
    kind: 'company',
    title: '登录密码已修改',
    body: `账号${account.username}的登录密码刚刚修改，其他设备已退出登录。如非本人操作，请立即用“忘记密码”重设，并联系客服。`,
    link: path('/zhzx/sessions'),
    ref: `password:${account.userId}:${now.toISOString()}`,
  });
}

/** `POST /api/forget/step2`: every session ends. Throws 409 without a valid ticket, 422 for a weak password. */
export async function resetForgotten(
  context: CallContext<'anyone'>,
  { password }: NewPasswordInput,
): Promise<PasswordChanged> {
  const { db, now, headers, answerHeaders } = context;
  const tokenHash = ticketHash(headers);
  const account = await findTicketAccount(context);
  const login = account && (await findLogin(db, account.username));
  const isOver = new AppError(409, '验证已过期，请重新获取验证码');
  if (tokenHash === null || account === null || login === null) throw isOver;
  await checkStrength('password', password, [account.username, account.phone, account.name, account.company]);
  const to = await hashPassword(password);
  const ended = await db.transaction(async (tx) => {
    if (!(await spendTicket(tx, tokenHash, now))) throw isOver;
    const sessions = await countSessions(tx, account.userId, null);
    if (!(await setPassword(tx, account.userId, { from: login.passwordHash, to, now }))) throw isOver;
    await notify(tx, account, now);
    return sessions;
  });
  answerHeaders.append('set-cookie', noTicket());
  answerHeaders.append('set-cookie', rememberDevice(headers, { userId: account.userId, passwordHash: to }));
  return { ended };
}

/**
 * `POST /api/user/reset-password`: one's own; the other sessions end. Throws 422 for a wrong old or a weak new one, 409
 * when it was changed meanwhile, 429 after too many wrong ones like the login.
 */
export async function changeOwnPassword(
  context: CallContext<'buyer'>,
  { old_password, password }: OwnPasswordInput,
): Promise<PasswordChanged> {
  const { db, now, headers, answerHeaders, clientAddress: address } = context;
  const { account } = context.actor;
  const login = await findLogin(db, account.username);
  if (login === null) throw new AppError(401);
  const guess = await countGuess(db, { name: account.username, login, address, headers }, now);
  const isRight = await withPrecedence(guess.isKnownDevice, () =>
    verifyPassword({ hash: login.passwordHash, password: old_password }),
  ).catch(async (error: unknown) => {
    await guess.release();
    throw error;
  });
  if (!isRight) throw fieldError('old_password', '原密码错误');
  await guess.release();
  if (password === old_password) throw fieldError('password', '新密码不能与原密码相同');
  await checkStrength('password', password, [account.username, account.phone, account.name, account.company]);
  const to = await hashPassword(password);
  const ended = await db.transaction(async (tx) => {
    const others = await countSessions(tx, account.userId, account.sessionId);
    if (
      !(await setPassword(tx, account.userId, {
        from: login.passwordHash,
        to,
        now,
        remainingSession: account.sessionId,
      }))
    )
      throw new AppError(409, '密码刚刚已变更，请重新登录');
    await notify(tx, account, now);
    return others;
  });
  answerHeaders.append('set-cookie', rememberDevice(headers, { userId: account.userId, passwordHash: to }));
  return { ended };
}
