/** Calls of colleagues. Who manages the company's people is its owner: `manage` is the owner's alone (rules 2). */
import { get, need, post } from '../call.ts';
import type { membersSchemas } from './schema.ts';

type Schemas = typeof membersSchemas;

export const membersCalls = {
  members: need('manage', get<Schemas['members'], 'buyer'>('/api/members', 'buyer')),
  inviteMember: post<Schemas['inviteMember']>('/api/members/invite', 'buyer', 'manage'),
  revokeInvite: post<Schemas['revokeInvite']>('/api/members/invite/{id}/revoke', 'buyer', 'manage'),
  changeMember: post<Schemas['changeMember']>('/api/members/{id}', 'buyer', 'manage'),
  disableMember: post<Schemas['disableMember']>('/api/members/{id}/disable', 'buyer', 'manage'),
  enableMember: post<Schemas['enableMember']>('/api/members/{id}/enable', 'buyer', 'manage'),
  inviteCode: post<Schemas['inviteCode'], 'anyone'>('/api/invite/code', 'anyone'),
  acceptInvite: post<Schemas['acceptInvite'], 'all'>('/api/invite/accept', 'all'),
};
