/** How staff come in and where they are logged in: invitations by link, and sessions. */

import { z } from 'zod';
import { staffPassword } from '../rules/companies/staff.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, flagOut, freeText, id, mobile, text, typed } from './fields.ts';
import { staffIdInput, staffWire } from './staff.ts';

export const inviteStaffInput = z.object({
  role: text('角色', { min: 1, max: 20 }),
  /** For a merchant's person; left out for the platform's own. A merchant's administrator invites to their own. */
  merchant_id: unset(typed(id('商家编号')).optional()),
  note: text('邀请谁', { min: 1, max: 50 }),
  /** Where the link is sent to; without it the inviter hands it on. */
  phone: unset(mobile().optional()),
});
export type InviteStaffInput = z.input<typeof inviteStaffInput>;
export type InviteStaffValues = z.output<typeof inviteStaffInput>;

export const staffInviteWire = z.object({
  id: z.number(),
  note: z.string(),
  side: z.string(),
  role_text: z.string(),
  inviter: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  state: z.enum(['open', 'used', 'revoked', 'expired']),
  state_text: z.string(),
});
export type StaffInviteWire = z.infer<typeof staffInviteWire>;

export const staffInvites = z.object({ list: z.array(staffInviteWire) });
export type StaffInvites = z.infer<typeof staffInvites>;

/** The link, shown this once. */
export const staffInvited = z.object({ invite: staffInviteWire, link: z.string(), is_sent: flagOut });
export type StaffInvited = z.infer<typeof staffInvited>;

export const inviteIdInput = z.object({ id: id('邀请编号') });
export type InviteIdValues = z.output<typeof inviteIdInput>;

export const joinStaffInput = z.object({
  token: text('邀请', { min: 1, max: 100 }),
  username: text('登录名', { min: 2, max: 50 }),
  password: z
    .string({ error: '请填写密码' })
    .min(staffPassword.min, { error: `密码至少${staffPassword.min}个字` })
    .max(staffPassword.max, { error: `密码最多${staffPassword.max}个字` }),
});
export type JoinStaffInput = z.infer<typeof joinStaffInput>;

export const staffSessionWire = z.object({
  /** Names the session; it does not open it. */
  key: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: z.string(),
  seen_at: z.string(),
  /** The caller's own. */
  is_current: flagOut,
});
export type StaffSessionWire = z.infer<typeof staffSessionWire>;

export const staffSessions = z.object({ list: z.array(staffSessionWire) });
export type StaffSessions = z.infer<typeof staffSessions>;

export const endStaffSessionsInput = z.object({
  id: id('员工编号'),
  /** One session; empty for all except the caller's own. */
  key: freeText('登录设备', 40),
});
export type EndStaffSessionsValues = z.output<typeof endStaffSessionsInput>;

export const staffAccessCalls = {
  staffInvites: get('/api/desk/invites', {
    who: 'staff',
    may: 'staff',
    input: emptyInput,
    output: staffInvites,
  }),
  inviteStaff: post('/api/desk/invites', {
    who: 'staff',
    may: 'staff',
    sure: true,
    input: inviteStaffInput,
    output: staffInvited,
  }),
  revokeStaffInvite: post('/api/desk/invites/{id}/revoke', {
    who: 'staff',
    may: 'staff',
    input: inviteIdInput,
    output: staffInviteWire,
  }),
  joinStaff: post('/api/desk/join', { who: 'all', input: joinStaffInput, output: staffWire }),
  staffSessions: get('/api/desk/staff/{id}/sessions', {
    who: 'staff',
    may: 'staff',
    input: staffIdInput,
    output: staffSessions,
  }),
  endStaffSessions: post('/api/desk/staff/{id}/sessions/end', {
    who: 'staff',
    may: 'staff',
    input: endStaffSessionsInput,
    output: staffSessions,
  }),
};
