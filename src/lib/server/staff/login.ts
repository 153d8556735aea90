/** Login, logout and own password of staff. Each is in the audit log. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { DeskLoginInput, DeskPasswordInput, StaffWire } from '#lib/contract/staff.ts';
import { staffPassword } from '#lib/rules/companies/staff.ts';
import { checkStrength } from '../accounts/password-strength.ts';
import { type CallContext, recordOf, staffActorOf } from '../core/context.ts';
import { deskTokenHash, noDeskCookie } from '../core/sessions/desk-session.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findStaffLogin, keepsLogin, setStaffPassword } from '../people/staff-rows.ts';
import { endStaffSession } from '../people/staff-session-rows.ts';
import { countStaffGuess, isRightPassword, recordFailure } from './failures.ts';
import { openSession, sendCookies } from './open-session.ts';
import { staffWireOf } from './people.ts';
import { findProof, spendProof } from './totp.ts';

/**
 * `POST /api/desk/login`. Throws 422 for a wrong name or password (without saying which) and for a code that is
 * missing, wrong or used; 429 and 503 like the shop's login, 403 for a disabled person.
 */
export async function logInStaff(context: CallContext<'all'>, input: DeskLoginInput): Promise<StaffWire> {
  const { db, now, requestId } = context;
  const name = input.username.toLowerCase();
  const login = await findStaffLogin(db, name);
  const guess = await countStaffGuess(context, { name, login });
  if (!(await isRightPassword(guess, login, input.password)) || login === null) {
    await recordFailure(context, login, login === null ? '登录名不存在' : '密码错误');
    throw fieldError('password', '用户名或密码错误');
  }
  if (login.isDisabled) {
    await guess.release();
    await recordFailure(context, login, '账号已停用');
    throw new AppError(403, '该账号已停用，请联系管理员');
  }
  if (login.isEnrolled && input.code === '') {
    await guess.release();
    throw fieldError('code', '请填写身份验证器上的6位验证码');
  }
  const proof = login.isEnrolled ? await findProof(login, input.code, now) : null;
  if (login.isEnrolled && proof === null) {
    await guess.recordCode();
    await recordFailure(context, login, '验证码错误');
    throw fieldError('code', '验证码错误');
  }
  const cookie = await db.transaction(async (tx) => {
    if (proof !== null && !(await spendProof(tx, login, proof)))
      throw fieldError('code', '验证码错误或已使用过，请等身份验证器换下一个');
    if (proof === null && !(await keepsLogin(tx, login)))
      throw fieldError('password', '账号或密码刚刚已变更，请重新登录');
    await writeAudit(tx, recordOf({ actor: staffActorOf(login), requestId }), {
      act: 'staff.login',
      subject: 'staff',
      key: login.id,
      before: null,
      after: { address: context.clientAddress, by: proof?.kind ?? 'password' },
      at: now,
    });
    return openSession(tx, context, login.id);
  });
  await guess.release();
  sendCookies(context, cookie, login);
  return staffWireOf(login);
}

/** `POST /api/desk/logout`: ends the request's session and deletes its cookie. */
export async function logOutStaff(context: CallContext<'staff'>): Promise<null> {
  const { db, now, headers, answerHeaders } = context;
  const tokenHash = deskTokenHash(headers);
  const login = await findStaffLogin(db, context.actor.name);
  if (tokenHash !== null && login !== null)
    await db.transaction(async (tx) => {
      // Of two calls at once one ends it and records it.
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
 * `POST /api/desk/password`: every session of the person ends, and the calling browser gets a new one. Throws 422 for a
 * wrong password and for a new one that is the same, short or easily guessed, 409 when it was changed meanwhile, 429
 * and 503 like the login.
 */
export async function changeStaffPassword(
  context: CallContext<'staff'>,
  input: DeskPasswordInput,
): Promise<StaffWire> {
  const { db, now, actor } = context;
  const login = await findStaffLogin(db, actor.name);
  if (login === null) throw new AppError(404);
  const guess = await countStaffGuess(context, { name: actor.name, login });
  if (!(await isRightPassword(guess, login, input.password))) {
    await recordFailure(context, login, '密码错误');
    throw fieldError('password', '原密码错误');
  }
  await guess.release();
  if (input.new_password === input.password) throw fieldError('new_password', '新密码不能与原密码相同');
  // Parts of the name too: m02-service is no better as 02service.
  const own = [login.username, ...login.username.split(/[._-]/), login.merchant ?? ''].filter(Boolean);
  await checkStrength('new_password', input.new_password, own, staffPassword);
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
    return openSession(tx, context, login.id);
  });
  sendCookies(context, cookie, { ...login, passwordHash: to });
  return staffWireOf({ ...login, isPasswordInitial: false });
}
