import { staffCalls } from '#lib/contract/staff.ts';
import { staffAccessCalls } from '#lib/contract/staff-access.ts';
import { handlers } from '../core/calls/handlers.ts';
import { reportExport } from '../ledgers/audit-exports.ts';
import { inviteStaff, joinStaff, listInvites, revokeStaffInvite } from './invites.ts';
import { changeStaffPassword, getStaff, logInStaff, logOutStaff } from './login.ts';
import { addPerson, resetStaffPassword, setStaffRole } from './people.ts';
import { proveStaff } from './prove.ts';
import { endStaffSessions, readStaffSessions } from './sessions.ts';
import { beginTotp, confirmTotp, resetTotp } from './totp.ts';

export const staffHandlers = handlers(staffCalls, {
  deskLogin: logInStaff,
  deskLogout: logOutStaff,
  deskMe: getStaff,
  deskPassword: changeStaffPassword,
  proveStaff,
  beginTotp,
  confirmTotp,
  addStaff: addPerson,
  setStaffRole,
  resetStaffPassword,
  resetStaffTotp: resetTotp,
  reportExport,
});

export const staffAccessHandlers = handlers(staffAccessCalls, {
  staffInvites: listInvites,
  inviteStaff,
  revokeStaffInvite,
  joinStaff,
  staffSessions: readStaffSessions,
  endStaffSessions,
});
