/** The accounts of staff: adding and disabling them. A merchant's people change only their own colleagues. */
import { randomBytes } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  AddStaffInput,
  SetStaffRoleInput,
  StaffIdInput,
  StaffPasswordWire,
  StaffWire,
} from '#lib/contract/staff.ts';
import {
  isStaffRole,
  merchantRoles,
  nextSetUp,
  platformRoles,
  type Side,
  type StaffRole,
  staffRoleText,
} from '#lib/rules/companies/staff.ts';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import { type Context, recordOf } from '../core/context.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  changeStaff,
  countOtherAdmins,
  findStaffLogin,
  insertStaff,
  isMerchant,
  listStaff as listRows,
  lockStaff,
  type StaffAccount,
  takeSideTurn,
} from '../people/staff-rows.ts';

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

export function sideOf({ merchantId }: { merchantId: number | null }): Side {
  return merchantId === null ? 'platform' : 'merchant';
}

/** All people of the desks, for the command: those who may log in first, by side and name. */
export async function listStaff({ db }: Context<'platform'>): Promise<StaffWire[]> {
  return (await listRows(db)).map(staffWireOf);
}

/**
 * Throws 409 for the last administrator of a side who may log in. Two who shut each other out at once take turns: the
 * second finds itself shut out, and the first as the last one.
 */
async function keepAdmin(tx: Tx, { actor }: Context<'staff'>, found: StaffAccount): Promise<void> {
  // A command has no role: who has the machine may add people there.
  if (actor.role === undefined || found.role !== 'admin' || found.isDisabled) return;
  await takeSideTurn(tx, found.merchantId);
  if ((await countOtherAdmins(tx, found)) === 0)
    throw new AppError(
      409,
      `“${found.username}”是${found.merchant ?? '平台'}的最后一位管理员，请先新增另一位`,
    );
}

interface Changing {
  tx: Tx;
  found: StaffAccount;
  write: (act: AuditAct, before: Record<string, unknown>, after: Record<string, unknown>) => Promise<void>;
}

/**
 * Runs a change of a locked person, with its entry in the audit log. Throws 404 for a person of another merchant, 409
 * for oneself: changing one's own account could lock oneself out, or let oneself in.
 */
export async function changePerson<Out>(
  context: Context<'staff'>,
  id: number,
  change: (changing: Changing) => Promise<Out>,
): Promise<Out> {
  const { db, now, actor } = context;
  return db.transaction(async (tx) => {
    const found = await lockStaff(tx, actor.merchantId, id);
    if (found === null) throw new AppError(404, '没有这个员工账号');
    if (found.username === actor.name) throw new AppError(409, '不能变更自己的账号，请由其他管理员操作');
    return change({
      tx,
      found,
      write: (act, before, after) =>
        writeAudit(tx, recordOf(context), {
          act,
          subject: 'staff',
          key: id,
          merchantId: found.merchantId,
          before,
          after,
          at: now,
        }),
    });
  });
}

/** `POST /api/desk/staff/{id}/disable`: the person's sessions end with it. Safe to repeat. Throws as `changePerson`. */
export async function disableStaff(context: Context<'staff'>, { id }: StaffIdInput): Promise<StaffWire> {
  return changePerson(context, id, async ({ tx, found, write }) => {
    if (found.isDisabled) return staffWireOf(found);
    await keepAdmin(tx, context, found);
    await changeStaff(tx, id, { disabledAt: context.now });
    await write('staff.disable', { isDisabled: false }, { isDisabled: true });
    return staffWireOf({ ...found, isDisabled: true });
  });
}

/** `POST /api/desk/staff/{id}/enable`: the person logs in as before. Safe to repeat. Throws as `changePerson`. */
export async function enableStaff(context: Context<'staff'>, { id }: StaffIdInput): Promise<StaffWire> {
  return changePerson(context, id, async ({ tx, found, write }) => {
    if (!found.isDisabled) return staffWireOf(found);
    if (found.merchantId !== null && !(await isMerchant(tx, found.merchantId)))
      throw new AppError(409, '商家已关闭，其员工不能再启用');
    await changeStaff(tx, id, { disabledAt: null });
    await write('staff.enable', { isDisabled: true }, { isDisabled: false });
    return staffWireOf({ ...found, isDisabled: false });
  });
}

/**
 * `POST /api/desk/staff/{id}/role`: the person's sessions end. Safe to repeat. Throws 422 for a role that the side does
 * not have, 409 where the role has changed since it was read, and as `changePerson`.
 */
export async function setStaffRole(
  context: Context<'staff'>,
  { id, role, from }: SetStaffRoleInput,
): Promise<StaffWire> {
  return changePerson(context, id, async ({ tx, found, write }) => {
    if (found.role === role) return staffWireOf(found);
    if (found.role !== from) throw new AppError(409, '角色刚刚已被变更，请刷新后核对');
    const known = checkRole(sideOf(found), role);
    await keepAdmin(tx, context, found);
    await changeStaff(tx, id, { role: known });
    await write('staff.role', { role: found.role }, { role });
    return staffWireOf({ ...found, role });
  });
}

export interface NewStaff {
  username: string;
  role: string;
  /** Null for the platform's own. */
  merchantId: number | null;
}

/** The initial password: it opens the desk once, for choosing another one. */
function initialPassword(): string {
  return randomBytes(15).toString('base64url');
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,49}$/u;

/** The name as it is stored. Throws 422 for an invalid one. */
export function checkUsername(typed: string): string {
  const username = typed.toLowerCase();
  if (namePattern.test(username)) return username;
  throw fieldError('username', '登录名为2–50个字，用字母、汉字、数字和 . _ -，以字母、汉字或数字开头');
}

/** The role, if the side has it. Throws 422 otherwise. */
export function checkRole(side: Side, role: string): StaffRole {
  if (isStaffRole(side, role)) return role;
  const roles = side === 'platform' ? platformRoles : merchantRoles;
  const of = side === 'platform' ? '平台' : '商家';
  throw fieldError('role', `${of}员工的角色须为${roles.join('、')}之一`);
}

/**
 * Adds a person with a password that has to be changed at the first login. Throws 422 for an invalid name or role, 404
 * for an unknown merchant, 409 for a name that is taken.
 */
export async function addStaff(
  context: Context<'staff'>,
  input: NewStaff,
): Promise<{ id: number; username: string; password: string }> {
  const { db, now } = context;
  const { merchantId, role } = input;
  const username = checkUsername(input.username);
  const side = sideOf(input);
  const known = checkRole(side, role);
  const password = initialPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (merchantId !== null && !(await isMerchant(tx, merchantId)))
      throw new AppError(404, `没有商家${merchantId}`);
    const id = await insertStaff(tx, { username, merchantId, role: known, passwordHash });
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

/** `POST /api/desk/staff`: a merchant's administrator adds people of their own side. Throws as {@link addStaff}. */
export async function addPerson(context: Context<'staff'>, input: AddStaffInput): Promise<StaffPasswordWire> {
  const own = context.actor.merchantId;
  const merchantId = own ?? input.merchant_id ?? null;
  const { username, password } = await addStaff(context, {
    username: input.username,
    role: input.role,
    merchantId,
  });
  const made = await findStaffLogin(context.db, username);
  if (made === null) throw new AppError(404);
  return { staff: staffWireOf(made), password };
}

/**
 * `POST /api/desk/staff/{id}/password`: another password, e.g. for a forgotten one, which has to be changed at the next
 * login; the person's sessions end. Throws 409 for a disabled person, and as `changePerson`.
 */
export async function resetStaffPassword(
  context: Context<'staff'>,
  { id }: StaffIdInput,
): Promise<StaffPasswordWire> {
  const password = initialPassword();
  const passwordHash = await hashPassword(password);
  return changePerson(context, id, async ({ tx, found, write }) => {
    if (found.isDisabled) throw new AppError(409, `员工“${found.username}”已停用，不能重设密码`);
    await changeStaff(tx, id, { passwordHash, isPasswordInitial: true });
    const { isPasswordInitial } = found;
    await write('staff.reset', { isPasswordInitial }, { isPasswordInitial: true });
    return { staff: staffWireOf({ ...found, isPasswordInitial: true }), password };
  });
}
