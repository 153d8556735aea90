/** Authenticators of staff: enrolling one, its codes at the login, removing it. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  Enrolled,
  ResetTotpValues,
  ResetTotpWire,
  TotpCodeInput,
  TotpSecret,
} from '#lib/contract/staff.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { type CallContext, type Context, recordOf } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import {
  findTotpStep,
  newRecoveryCodes,
  newTotpSecret,
  type Proof,
  findProof as proofOf,
  sealTotp,
  totpLabels,
  unsealTotp,
} from '../core/sessions/totp.ts';
import type { Tx } from '../db/client.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findStaffLogin, lockStaff, type StaffAccount, type StaffLogin } from '../people/staff-rows.ts';
import {
  clearTotp,
  enrolTotp,
  setPendingTotp,
  spendRecoveryCode,
  spendTotpStep,
} from '../people/staff-totp-rows.ts';
import { openSession, sendCookies } from './open-session.ts';
import { changePerson, staffWireOf } from './people.ts';

const holderOf = ({ id }: Pick<StaffLogin, 'id'>) => ({ kind: 'staff', id }) as const;

/** What the code of a login proves; null for a wrong one. */
export async function findProof(login: StaffLogin, code: string, now: Date): Promise<Proof | null> {
  const proof = await proofOf(holderOf(login), login.totpSecret ?? '', code, now);
  if (proof !== 'unreadable') return proof;
  log().error({ staff: login.id }, 'an authenticator cannot be checked: AUTH_SECRET is another one');
  throw new AppError(403, '身份验证器已失效，请联系管理员重置');
}

/** Uses up the code, for the login it was given for; false where it was used before or is invalid. */
export function spendProof(tx: Tx, login: StaffLogin, proof: Proof): Promise<boolean> {
  return proof.kind === 'totp'
    ? spendTotpStep(tx, login, proof.step)
    : spendRecoveryCode(tx, login, proof.hash);
}

/** The person of this session. Throws 404 when they are gone, 409 for a person who has an authenticator. */
async function findUnenrolled({ db, actor }: CallContext<'staff'>): Promise<StaffLogin> {
  const login = await findStaffLogin(db, actor.name);
  if (login === null) throw new AppError(404);
  if (login.isEnrolled) throw new AppError(409, '已绑定身份验证器，需要更换请联系管理员重置');
  return login;
}

/**
 * `POST /api/desk/totp/begin`: another secret each time; it belongs to no person until one of its codes is given.
 * Throws 409 for a person who has an authenticator.
 */
export async function beginTotp(context: CallContext<'staff'>): Promise<TotpSecret> {
  const login = await findUnenrolled(context);
  const secret = newTotpSecret();
  const isSaved = await context.db.transaction((tx) =>
    setPendingTotp(tx, login, sealTotp(holderOf(login), secret)),
  );
  if (!isSaved) throw new AppError(409, '账号刚刚已变更，请刷新页面');
  const { url, text } = totpLabels(secret, login.username);
  return { secret: text, url, qr: qrPath(url) };
}

/**
 * `POST /api/desk/totp/confirm`: the first right code makes the secret the person's own. Every session ends, and the
 * calling browser gets a new one. Throws 422 for a wrong code, 409 for a person who has an authenticator.
 */
export async function confirmTotp(context: CallContext<'staff'>, { code }: TotpCodeInput): Promise<Enrolled> {
  const { db, now } = context;
  const login = await findUnenrolled(context);
  const pending = login.totpPending;
  const secret = pending === null ? null : unsealTotp(holderOf(login), pending);
  const step = secret === null ? null : await findTotpStep(secret, code.replace(/\s/g, ''), now);
  if (pending === null || step === null)
    throw fieldError('code', '验证码错误，请核对手机时间，并扫描当前页面上的二维码');
  const { codes, hashes } = newRecoveryCodes(holderOf(login));
  const cookie = await db.transaction(async (tx) => {
    if (!(await enrolTotp(tx, login, { pending, step, recoveryCodes: hashes })))
      throw new AppError(409, '账号刚刚已变更，请刷新页面');
    await writeAudit(tx, recordOf(context), {
      act: 'staff.enrol',
      subject: 'staff',
      key: login.id,
      before: { isEnrolled: false },
      after: { isEnrolled: true },
      at: now,
    });
    return openSession(tx, context, login.id);
  });
  sendCookies(context, cookie, login);
  return { staff: staffWireOf({ ...login, isEnrolled: true }), recovery_codes: codes };
}

/**
 * `POST /api/desk/staff/{id}/totp`: removes a person's authenticator, e.g. with a lost phone; the sessions end, and a
 * person who needs one enrols another at the next login. At a desk that of the platform's people waits for a second
 * person: with it and a new password one administrator could act as another. Throws 409 for a person without one, and as
 * `changePerson`.
 */
export async function resetTotp(
  context: Context<'platform'>,
  { id, reason }: ResetTotpValues,
): Promise<ResetTotpWire> {
  return changePerson(context, id, async ({ tx, found }) => {
    if (!found.isEnrolled) throw new AppError(409, `员工“${found.username}”没有绑定身份验证器`);
    if (found.merchantId !== null || context.actor.role === undefined) {
      await forgetTotp(tx, context, found);
      return { staff: staffWireOf({ ...found, isEnrolled: false }), waits: 0 };
    }
    const changes = [{ label: '员工', from: '', to: found.username }];
    const act = {
      kind: 'staff_totp',
      companyId: 0,
      amount: null,
      reason,
      subject: `${id}`,
      changes,
    } as const;
    await propose(tx, context, { ...act, changes: [...changes] }, passStaffTotp);
    return { staff: staffWireOf(found), waits: 1 };
  });
}

async function forgetTotp(
  tx: Tx,
  context: Context<'staff'>,
  { id, merchantId }: Pick<StaffAccount, 'id' | 'merchantId'>,
): Promise<void> {
  if (!(await clearTotp(tx, id))) throw new AppError(409, '该员工没有绑定身份验证器');
  const entry = { act: 'staff.reset_totp', subject: 'staff', key: id, merchantId } as const;
  const facts = { before: { isEnrolled: true }, after: { isEnrolled: false } };
  await writeAudit(tx, recordOf(context), { ...entry, ...facts, at: context.now });
}

/** Carries out a removal that waited. Throws 409 for a person who has none any more, and for one's own. */
export async function passStaffTotp(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const found = await lockStaff(tx, null, Number(row.subject));
  if (found === null) throw new AppError(409, '员工账号已不存在，请驳回');
  if (found.username === context.actor.name) throw new AppError(409, '不能复核解除自己的身份验证器');
  await forgetTotp(tx, context, found);
  return {};
}
