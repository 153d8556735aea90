/** The accounts of staff, as administrators look after them. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  DeskStaffValues,
  ResetTotpValues,
  ResetTotpWire,
  SetStaffRoleInput,
  StaffList,
  StaffPasswordWire,
  StaffWire,
} from '#lib/contract/staff.ts';
import { deskCall } from './session.ts';

export function loadStaff(input: DeskStaffValues): Promise<StaffList> {
  return deskCall(api.deskStaff, input);
}

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

/** The person's sessions end. */
export function disableStaff(id: number): Promise<StaffWire> {
  return deskCall(api.disableStaff, { id });
}

export function enableStaff(id: number): Promise<StaffWire> {
  return deskCall(api.enableStaff, { id });
}

/** Another password, answered once. */
export function resetStaffPassword(id: number): Promise<StaffPasswordWire> {
  return deskCall(api.resetStaffPassword, { id });
}

/** Takes the authenticator away; that of the platform's people waits for a second person. */
export function resetStaffTotp(input: ResetTotpValues): Promise<ResetTotpWire> {
  return deskCall(api.resetStaffTotp, input);
}
