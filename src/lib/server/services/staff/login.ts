/** Staff log in and out, and change their own password. Each is in the audit log. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { DeskLoginInput, DeskPasswordInput, StaffWire } from '#lib/contract/staff/schema.ts';
import { type CallContext, recordOf, staffActorOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { hashPassword, verifyPassword, withPrecedence } from '../../hashing/passwords.ts';
import { writeAudit } from '../../repos/audit.ts';
import {
  endStaffSession,
  findStaffLogin,
  keepsLogin,
  openStaffSession,
  type StaffAccount,
  setStaffPassword,
} from '../../repos/staff.ts';
import { deskTokenHash, newDeskSession, noDeskCookie } from '../../sessions/desk-session.ts';
import { deskPath, type KnownLogin, rememberDevice } from '../../sessions/device-cookie.ts';
import { countGuess } from '../accounts/guesses.ts';
import { staffWireOf } from './people.ts';

type Login = StaffAccount & { passwordHash: string };

/** Numbers of staff and of buyers are not the same people. */
function knownOf({ id, passwordHash }: Login): KnownLogin {
  return { userId: `staff:${id}`, passwordHash };
}

/**
 * True when the password is this person's; counted like a buyer's (logins/guesses). An unknown name takes as long.
 * Throws 429 when too many were wrong, 503 when too many passwords wait to be checked.
 */
async function isRight(
  { db, now, clientAddress: address, headers }: CallContext<'all' | 'staff'>,
  { name, login, password }: { name: string; login: Login | null; password: string },
): Promise<boolean> {
  const asking = { name: `desk ${name}`, login: login && knownOf(login), address, headers };
  const guess = await countGuess(db, asking, now);
  let right: boolean;
  try {
    right = await withPrecedence(guess.isKnownDevice, async () => {
      if (login !== null) return verifyPassword({ hash: login.passwordHash, password });
      await hashPassword(password);
      return false;
    });
  } catch (error) {
    await guess.release();
    throw error;
  }
  if (right) await guess.release();
  return right;
}

/** Opens a session within the transaction; answers its set-cookie. */
async function open(
  tx: Tx,
  { now, clientAddress: address, headers }: CallContext<'all' | 'staff'>,
  staffId: number,
): Promise<string> {
  const { cookie, ...session } = newDeskSession(now);
  const userAgent = (headers.get('user-agent') ?? '').slice(0, 500);
  await openStaffSession(tx, { ...session, staffId, address, userAgent, createdAt: now });
  return cookie;
}

function sendCookies({ headers, answerHeaders }: CallContext<'all' | 'staff'>, cookie: string, login: Login) {
  answerHeaders.append('set-cookie', cookie);
  answerHeaders.append('set-cookie', rememberDevice(headers, knownOf(login), deskPath));
}

/**
 * `POST /api/desk/login`. Throws 422 for a wrong name or password (which of them is not told), 429 and 503 like the
 * shop's login, 403 for a disabled person.
 */
export async function logInStaff(context: CallContext<'all'>, input: DeskLoginInput): Promise<StaffWire> {
  const { db, now, requestId } = context;
  const name = input.username.toLowerCase();
  const login = await findStaffLogin(db, name);
  const right = await isRight(context, { name, login, password: input.password });
  if (!right || login === null) throw fieldError('password', '用户名或密码错误');
  if (login.isDisabled) throw new AppError(403, '该账号已停用，请联系管理员');
  const cookie = await db.transaction(async (tx) => {
    if (!(await keepsLogin(tx, login.id, login.passwordHash)))
      throw fieldError('password', '账号或密码刚刚已变更，请重新登录');
    await writeAudit(tx, recordOf({ actor: staffActorOf(login), requestId }), {
      act: 'staff.login',
      subject: 'staff',
      key: login.id,
      before: null,
      after: { address: context.clientAddress },
      at: now,
    });
    return open(tx, context, login.id);
  });
  sendCookies(context, cookie, login);
  return staffWireOf(login);
}

/** `POST /api/desk/logout`: ends the request's session and takes its cookie away. */
export async function logOutStaff(context: CallContext<'staff'>): Promise<null> {
  const { db, now, headers, answerHeaders } = context;
  const tokenHash = deskTokenHash(headers);
  const login = await findStaffLogin(db, context.actor.name);
  if (tokenHash !== null && login !== null)
    await db.transaction(async (tx) => {
      // Of two at once one ends it, and one writes it down.
      if (!(await endStaffSession(tx, tokenHash))) return;
      const entry = { act: 'staff.logout', subject: 'staff', key: login.id } as const;
      await writeAudit(tx, recordOf(context), { ...entry, before: null, after: null, at: now });
    });
  answerHeaders.append('set-cookie', noDeskCookie());
  return null;
}

/** `GET /api/desk/me`. */
export async function getStaff({ db, actor }: CallContext<'staff'>): Promise<StaffWire> {
  const login = await findStaffLogin(db, actor.name);
  if (login === null) throw new AppError(404);
  return staffWireOf(login);
}

/**
 * `POST /api/desk/password`: every session of the person ends, and a new one is opened for the browser that asked. Throws
 * 422 for a wrong password or one that is the same, 409 when it was changed meanwhile, 429 and 503 like the login.
 */
export async function changeStaffPassword(
  context: CallContext<'staff'>,
  input: DeskPasswordInput,
): Promise<StaffWire> {
  const { db, now, actor } = context;
  const login = await findStaffLogin(db, actor.name);
  if (login === null) throw new AppError(404);
  if (!(await isRight(context, { name: actor.name, login, password: input.password })))
    throw fieldError('password', '原密码错误');
  if (input.new_password === input.password) throw fieldError('new_password', '新密码不能与原密码相同');
  const to = await hashPassword(input.new_password);
  const cookie = await db.transaction(async (tx) => {
    if (!(await setStaffPassword(tx, login.id, { from: login.passwordHash, to, isInitial: false })))
      throw new AppError(409, '密码刚刚已变更，请重新登录');
    await writeAudit(tx, recordOf(context), {
      act: 'staff.password',
      subject: 'staff',
      key: login.id,
      before: { isPasswordInitial: login.isPasswordInitial },
      after: { isPasswordInitial: false },
      at: now,
    });
    return open(tx, context, login.id);
  });
  sendCookies(context, cookie, { ...login, passwordHash: to });
  return staffWireOf({ ...login, isPasswordInitial: false });
}
