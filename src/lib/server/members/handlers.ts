import { membersCalls } from '#lib/contract/members.ts';
import { handlers } from '../core/calls/handlers.ts';
import { acceptInvite, inviteMember, revokeInvite, sendInviteCode } from './invite.ts';
import { changeMember, disableMember, enableMember, listColleagues } from './members.ts';

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
