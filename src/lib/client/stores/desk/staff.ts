/** The accounts of staff, as administrators look after them. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  ResetTotpValues,
  ResetTotpWire,
  SetStaffRoleInput,
  StaffPasswordWire,
  StaffWire,
} from '#lib/contract/staff.ts';
import type {
  InviteStaffInput,
  StaffInvited,
  StaffInviteWire,
  StaffSessionWire,
} from '#lib/contract/staff-access.ts';
import { call } from '../../api.ts';
import { deskCall } from './session.ts';

/** Adds a person; the password is answered once. */
export function addStaff(input: {
  username: string;
  role: string;
  merchant_id?: string;
}): Promise<StaffPasswordWire> {
  return deskCall(api.addStaff, input);
}

export function setStaffRole(input: SetStaffRoleInput): Promise<StaffWire> {
  return deskCall(api.setStaffRole, input);
}

/** Another password, answered once. */
export function resetStaffPassword(id: number): Promise<StaffPasswordWire> {
  return deskCall(api.resetStaffPassword, { id });
}

/** Takes the authenticator away; that of the platform's people waits for a second person. */
export function resetStaffTotp(input: ResetTotpValues): Promise<ResetTotpWire> {
  return deskCall(api.resetStaffTotp, input);
}

/** Makes a link for one person; it is answered once. */
export function inviteStaff(input: InviteStaffInput): Promise<StaffInvited> {
  return deskCall(api.inviteStaff, input);
}

export function revokeStaffInvite(id: number): Promise<StaffInviteWire> {
  return deskCall(api.revokeStaffInvite, { id });
}

/** Makes the account of a link and logs it in. Rejects as `call` does. */
export function joinStaff(input: { token: string; username: string; password: string }): Promise<StaffWire> {
  return call(api.joinStaff, input);
}

export async function loadStaffSessions(id: number): Promise<StaffSessionWire[]> {
  return (await deskCall(api.staffSessions, { id })).list;
}

/** Ends one session, or with an empty key all except one's own; answers those that are left. */
export async function endStaffSessions(id: number, key: string): Promise<StaffSessionWire[]> {
  return (await deskCall(api.endStaffSessions, { id, key })).list;
}
