/** Staff: login, identity, and the accounts of one's own side. */

import { z } from 'zod';
import { staffPassword } from '../rules/companies/staff.ts';
import { get, post } from './call.ts';
import { maxDeskRows } from './constants.ts';
import { unset } from './decode.ts';
import { drawnQr, emptyInput, flagOut, freeText, id, text, typed as typedText, whole } from './fields.ts';

const { min, max } = staffPassword;

const typed = z
  .string({ error: '请填写密码' })
  .min(1, { error: '请填写密码' })
  .max(max, { error: `密码最多${max}个字` });

export const deskLoginInput = z.object({
  username: text('登录名', { min: 1, max: 50 }),
  password: typed,
  /** From the authenticator, or a recovery code; empty where none is enrolled. */
  code: freeText('验证码', 20),
});
export type DeskLoginInput = z.infer<typeof deskLoginInput>;

export const deskPasswordInput = z.object({
  password: typed,
  new_password: z
    .string({ error: '请填写新密码' })
    .min(min, { error: `新密码至少${min}个字` })
    .max(max, { error: `新密码最多${max}个字` }),
});
export type DeskPasswordInput = z.infer<typeof deskPasswordInput>;

/** Proof before an act that moves money: the password, or a code of the authenticator. */
export const proveStaffInput = z.object({ proof: typed });
export type ProveStaffInput = z.infer<typeof proveStaffInput>;

export const staffIdInput = z.object({ id: id('员工编号') });
export type StaffIdInput = z.infer<typeof staffIdInput>;

export const addStaffInput = z.object({
  username: text('登录名', { min: 2, max: 50 }),
  role: text('角色', { min: 1, max: 20 }),
  /**
   * The merchant of a merchant's person; left out for the platform's own. A merchant's administrator adds only to their
   * own.
   */
  merchant_id: unset(typedText(id('商家编号')).optional()),
});
export type AddStaffInput = z.infer<typeof addStaffInput>;

/** `from` is the role that was read: if it has changed, the answer is 409. */
export const setStaffRoleInput = z.object({
  id: id('员工编号'),
  role: text('角色', { min: 1, max: 20 }),
  from: text('原角色', { min: 1, max: 20 }),
});
export type SetStaffRoleInput = z.infer<typeof setStaffRoleInput>;

/** A file that a desk's page makes of a list: which, number of rows, and the search. */
export const noteExportInput = z.object({
  list: text('列表', { min: 1, max: 50 }),
  rows: whole('行数', 0, maxDeskRows),
  filter: freeText('条件', 1000),
});
export type NoteExportInput = z.infer<typeof noteExportInput>;

/** A staff member; flags are 0 or 1. */
export const staffWire = z.object({
  id: z.number(),
  username: z.string(),
  role: z.string(),
  role_text: z.string(),
  /** Null for the platform's own. */
  merchant_id: z.number().nullable(),
  merchant: z.string().nullable(),
  is_disabled: flagOut,
  /** The password is the initial one: it has to be changed before anything else. */
  must_change_password: flagOut,
  /** An authenticator has to be enrolled before anything else. */
  must_enrol: flagOut,
  is_enrolled: flagOut,
});
export type StaffWire = z.infer<typeof staffWire>;

/** A new secret for an authenticator, to be confirmed by one of its codes. */
export const totpSecret = z.object({
  /** In Base32, in groups of four, for typing. */
  secret: z.string(),
  /** `otpauth://`, to be opened on the phone itself. */
  url: z.string(),
  /** The same as a QR code. */
  qr: drawnQr,
});
export type TotpSecret = z.infer<typeof totpSecret>;

/** The removal of an authenticator; that of the platform's people waits for a second person. */
export const resetTotpInput = z.object({
  id: id('员工编号'),
  reason: text('原因', { min: 2, max: 200 }),
});
export type ResetTotpValues = z.output<typeof resetTotpInput>;
export const resetTotpWire = z.object({ staff: staffWire, waits: flagOut });
export type ResetTotpWire = z.infer<typeof resetTotpWire>;

export const totpCodeInput = z.object({ code: text('验证码', { min: 1, max: 20 }) });
export type TotpCodeInput = z.infer<typeof totpCodeInput>;

/** Shown once. */
export const enrolled = z.object({ staff: staffWire, recovery_codes: z.array(z.string()) });
export type Enrolled = z.infer<typeof enrolled>;

/** A person with the initial password, shown once. */
export const staffPasswordWire = z.object({ staff: staffWire, password: z.string() });
export type StaffPasswordWire = z.infer<typeof staffPasswordWire>;

/** Calls of the desks: a buyer and a visitor are answered 404. */
export const staffCalls = {
  deskLogin: post('/api/desk/login', { who: 'all', input: deskLoginInput, output: staffWire }),
  deskLogout: post('/api/desk/logout', {
    who: 'staff',
    may: 'own',
    whileSettingUp: true,
    input: emptyInput,
    output: z.null(),
  }),
  deskMe: get('/api/desk/me', { who: 'staff', whileSettingUp: true, input: emptyInput, output: staffWire }),
  deskPassword: post('/api/desk/password', {
    who: 'staff',
    may: 'own',
    whileSettingUp: true,
    input: deskPasswordInput,
    output: staffWire,
  }),
  proveStaff: post('/api/desk/prove', { who: 'staff', may: 'own', input: proveStaffInput, output: z.null() }),
  beginTotp: post('/api/desk/totp/begin', {
    who: 'staff',
    may: 'own',
    whileSettingUp: true,
    input: emptyInput,
    output: totpSecret,
  }),
  confirmTotp: post('/api/desk/totp/confirm', {
    who: 'staff',
    may: 'own',
    whileSettingUp: true,
    input: totpCodeInput,
    output: enrolled,
  }),
  addStaff: post('/api/desk/staff', {
    who: 'staff',
    may: 'staff',
    sure: true,
    input: addStaffInput,
    output: staffPasswordWire,
  }),
  setStaffRole: post('/api/desk/staff/{id}/role', {
    who: 'staff',
    may: 'staff',
    sure: true,
    input: setStaffRoleInput,
    output: staffWire,
  }),
  resetStaffPassword: post('/api/desk/staff/{id}/password', {
    who: 'staff',
    may: 'staff',
    sure: true,
    input: staffIdInput,
    output: staffPasswordWire,
  }),
  resetStaffTotp: post('/api/desk/staff/{id}/totp', {
    who: 'platform',
    may: 'staff',
    sure: true,
    second: ['staff_totp'],
    input: resetTotpInput,
    output: resetTotpWire,
  }),
  reportExport: post('/api/desk/exports', {
    who: 'staff',
    may: 'own',
    input: noteExportInput,
    output: z.null(),
  }),
};
