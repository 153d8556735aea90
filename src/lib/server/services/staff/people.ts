/** The accounts of staff: who has one, adding and disabling them. A merchant's people see only their own colleagues. */
import { randomBytes } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { StaffIdInput, StaffList, StaffWire } from '#lib/contract/staff/schema.ts';
import {
  isStaffRole,
  merchantRoles,
  nextSetUp,
  platformRoles,
  type Side,
  staffRoleText,
} from '#lib/rules/companies/staff.ts';
import { type Context, recordOf } from '../../context.ts';
import { hashPassword } from '../../hashing/passwords.ts';
import { writeAudit } from '../../repos/audit.ts';
import {
  disableStaffRow,
  findStaffLogin,
  insertStaff,
  isMerchant,
  listStaff as listRows,
  lockStaff,
  type StaffAccount,
  setStaffPassword,
} from '../../repos/staff.ts';

export function staffWireOf(staff: StaffAccount): StaffWire {
  const { id, username, role, merchantId, merchant } = staff;
  return {
    id,
    username,
    role,
    role_text: staffRoleText(sideOf(staff), role),
    merchant_id: merchantId,
    merchant,
    is_disabled: staff.isDisabled ? 1 : 0,
    must_change_password: staff.isPasswordInitial ? 1 : 0,
    must_enrol: nextSetUp({ ...staff, isPasswordInitial: false }) === null ? 0 : 1,
    is_enrolled: staff.isEnrolled ? 1 : 0,
  };
}

function sideOf({ merchantId }: { merchantId: number | null }): Side {
  return merchantId === null ? 'platform' : 'merchant';
}

/** `GET /api/desk/staff`: a merchant's own people; for the platform everybody. */
export async function listStaff({ db, actor }: Context<'staff'>): Promise<StaffList> {
  const list = (await listRows(db, actor.merchantId)).map(staffWireOf);
  return { list, total: list.length };
}

/**
 * `POST /api/desk/staff/{id}/disable`: the person's sessions end with it. Safe to repeat. Throws 404 for somebody of
 * another merchant, 409 for oneself.
 */
export async function disableStaff(context: Context<'staff'>, { id }: StaffIdInput): Promise<StaffWire> {
  const { db, now, actor } = context;
  return db.transaction(async (tx) => {
    const found = await lockStaff(tx, actor.merchantId, id);
    if (found === null) throw new AppError(404, '没有这个员工账号');
    if (found.isDisabled) return staffWireOf(found);
    if (found.username === actor.name) throw new AppError(409, '不能停用自己的账号，请由其他管理员操作');
    await disableStaffRow(tx, actor.merchantId, id, now);
    await writeAudit(tx, recordOf(context), {
      act: 'staff.disable',
      subject: 'staff',
      key: id,
      merchantId: found.merchantId,
      before: { isDisabled: false },
      after: { isDisabled: true },
      at: now,
    });
    return staffWireOf({ ...found, isDisabled: true });
  });
}

export interface NewStaff {
  username: string;
  role: string;
  /** Null for the platform's own. */
  merchantId: number | null;
}

/** What is handed out: it opens the desk once, for choosing another one. */
function initialPassword(): string {
  return randomBytes(15).toString('base64url');
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,49}$/u;

/**
 * Adds a person with a password that has to be changed at the first login. Throws 422 for a name or a role that is none,
 * 404 for an unknown merchant, 409 for a name that is taken.
 */
export async function addStaff(
  context: Context<'platform'>,
  input: NewStaff,
): Promise<{ id: number; username: string; password: string }> {
  const { db, now } = context;
  const { merchantId, role } = input;
  const username = input.username.toLowerCase();
  const side = sideOf(input);
  if (!namePattern.test(username))
    throw fieldError('username', '登录名为2–50个字，用字母、汉字、数字和 . _ -，以字母、汉字或数字开头');
  if (!isStaffRole(side, role)) {
    const roles = side === 'platform' ? platformRoles : merchantRoles;
    const of = side === 'platform' ? '平台' : '商家';
    throw fieldError('role', `${of}员工的角色须为${roles.join('、')}之一`);
  }
  const password = initialPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (merchantId !== null && !(await isMerchant(tx, merchantId)))
      throw new AppError(404, `没有商家${merchantId}`);
    const id = await insertStaff(tx, { username, merchantId, role, passwordHash });
    if (id === null) throw new AppError(409, `登录名“${username}”已被使用`);
    await writeAudit(tx, recordOf(context), {
      act: 'staff.add',
      subject: 'staff',
      key: id,
      merchantId,
      before: null,
      after: { username, role, merchantId },
      at: now,
    });
    return { id, username, password };
  });
}

/** The person with this name, of the platform or of any merchant. Throws 404 when there is none. */
export async function getStaffByName({ db }: Context<'platform'>, username: string): Promise<StaffAccount> {
  const found = await findStaffLogin(db, username.toLowerCase());
  if (found === null) throw new AppError(404, `没有员工“${username}”`);
  return found;
}

/**
 * Hands out another password, e.g. for one that was forgotten; the person's sessions end. Throws 404 for an unknown
 * name, 409 for a disabled person or when the password was changed meanwhile.
 */
export async function resetStaffPassword(
  context: Context<'platform'>,
  username: string,
): Promise<{ username: string; password: string }> {
  const { db, now } = context;
  const found = await findStaffLogin(db, username.toLowerCase());
  if (found === null) throw new AppError(404, `没有员工“${username}”`);
  if (found.isDisabled) throw new AppError(409, `员工“${found.username}”已停用，不能重设密码`);
  const password = initialPassword();
  const to = await hashPassword(password);
  await db.transaction(async (tx) => {
    if (!(await setStaffPassword(tx, found.id, { from: found.passwordHash, to, isInitial: true })))
      throw new AppError(409, `员工“${found.username}”刚刚已变更，请再试一次`);
    await writeAudit(tx, recordOf(context), {
      act: 'staff.reset',
      subject: 'staff',
      key: found.id,
      merchantId: found.merchantId,
      before: { isPasswordInitial: found.isPasswordInitial },
      after: { isPasswordInitial: true },
      at: now,
    });
  });
  return { username: found.username, password };
}
