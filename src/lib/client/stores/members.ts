/** The company's people and invitations, for its owner. Everything rejects as `call` does. */
import type { LoginOutput } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import type { Invited, InviteWire, MemberWire } from '#lib/contract/members.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { call } from '../api.ts';
import { withPuzzle } from './shell/passwords.ts';

export interface Membership {
  role: Role;
  /** Yuan as typed; empty is no limit. */
  order_limit: string;
  store_ids: number[];
}

export function changeMember(id: string, { order_limit, ...rest }: Membership): Promise<MemberWire> {
  return call(api.changeMember, { id, ...rest, ...(order_limit !== '' && { order_limit }) });
}

export function setDisabled(id: string, isDisabled: boolean): Promise<MemberWire> {
  return isDisabled ? call(api.disableMember, { id }) : call(api.enableMember, { id });
}

/** Empty phone: a link for anyone. */
export function inviteMember(phone: string, days: number, membership: Membership): Promise<Invited> {
  const { order_limit, ...rest } = membership;
  return call(api.inviteMember, {
    ...rest,
    days,
    ...(order_limit !== '' && { order_limit }),
    ...(phone !== '' && { phone }),
  });
}

export function revokeInvite(id: number): Promise<InviteWire> {
  return call(api.revokeInvite, { id });
}

/** Has a code sent to the holder of a link; returns the seconds until the next. */
export async function sendInviteCode(token: string, phone: string): Promise<number> {
  return (await withPuzzle((puzzle) => call(api.inviteCode, { token, phone, puzzle }))).wait_seconds;
}

export interface Joining {
  token: string;
  name: string;
  phone: string;
  code: string;
  password: string;
  agreement: string;
}

/** Joins the company, and logs the browser in. */
export function acceptInvite(joining: Joining): Promise<LoginOutput> {
  return withPuzzle((puzzle) => call(api.acceptInvite, { ...joining, puzzle }));
}
