import { approvalsCalls } from '#lib/contract/approvals.ts';
import { membersCalls } from '#lib/contract/members.ts';
import { handlers } from '../core/calls/handlers.ts';
import { changeTrade } from './approval-change.ts';
import { passTrade, refuseTrade } from './approval-decide.ts';
import { getApproval, listApprovals } from './approvals.ts';
import { acceptInvite, inviteMember, revokeInvite, sendInviteCode } from './invite.ts';
import { changeMember, disableMember, enableMember, listColleagues } from './members.ts';

export const approvalsHandlers = handlers(approvalsCalls, {
  approvals: listApprovals,
  approval: getApproval,
  passTrade,
  refuseTrade,
  changeTrade,
});

export const membersHandlers = handlers(membersCalls, {
  members: listColleagues,
  inviteMember,
  revokeInvite,
  changeMember,
  disableMember,
  enableMember,
  inviteCode: sendInviteCode,
  acceptInvite,
});
