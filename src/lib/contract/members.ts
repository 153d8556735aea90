/** The people of a company: their roles and limits, and how colleagues are invited (rules 2). */

import { z } from 'zod';
import { inviteDays } from '#lib/rules/companies/invite.ts';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { roles } from '#lib/rules/companies/roles.ts';
import { loginOutput } from './accounts/calls.ts';
import { agreement, password, phone, phoneProof, puzzle } from './accounts/password-schema.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, id, mobile, money, text, typed, upTo, whole, yuan } from './fields.ts';
import { ownMoney } from './prices.ts';

const userId = text('成员编号', { min: 1, max: 100 });

/** A member's permissions; without a limit there is none. */
const membership = {
  role: z.enum(roles, { error: '请选择角色' }),
  order_limit: unset(yuan('单笔限额').optional()),
  store_ids: unset(upTo(200, id('门店'), { error: '请选择门店', tooMany: '门店最多200家' }).default([])),
};

export const inviteInput = z.object({
  ...membership,
  /** Left out: anyone may use the link. */
  phone: unset(mobile().optional()),
  days: unset(typed(whole('有效天数', inviteDays.min, inviteDays.max)).default(inviteDays.normal)),
});
export type InviteInput = z.output<typeof inviteInput>;

export const memberIdInput = z.object({ id: userId });
export const changeMemberInput = z.object({ id: userId, ...membership });
export type ChangeMemberInput = z.output<typeof changeMemberInput>;

const token = text('邀请链接', { min: 20, max: 100 });
export const inviteCodeInput = z.object({ token, phone, puzzle });
export type InviteCodeInput = z.output<typeof inviteCodeInput>;

export const acceptInput = z.object({
  token,
  name: text('姓名', { min: 2, max: maxPersonName }),
  ...phoneProof,
  password: password('密码'),
  agreement,
});
export type AcceptInput = z.output<typeof acceptInput>;

const storeName = z.object({ id: z.number(), name: z.string() });

export const memberWire = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  role_text: z.string(),
  /** Null is no limit. */
  order_limit: ownMoney(money).nullable(),
  stores: z.array(storeName),
  /** Null is never. */
  seen_at: z.string().nullable(),
  seen_text: z.string(),
  is_disabled: z.number(),
  is_self: z.number(),
  created_at: z.string(),
});
export type MemberWire = z.infer<typeof memberWire>;

export const inviteWire = z.object({
  id: z.number(),
  role_text: z.string(),
  order_limit: ownMoney(money).nullable(),
  /** Masked; empty for a link. */
  phone: z.string(),
  state: z.string(),
  state_text: z.string(),
  expires_at: z.string(),
  created_at: z.string(),
});
export type InviteWire = z.infer<typeof inviteWire>;

export const memberList = z.object({
  list: z.array(memberWire),
  /** The newest first; invitations that can no longer be used stay for a month. */
  invites: z.array(inviteWire),
  /** The head office's stores, for members who may act for some of them. */
  stores: z.array(storeName),
});
export type MemberList = z.infer<typeof memberList>;

/** `link` is returned only here; `is_sent` 1: a text message with it is on its way. */
export const invited = z.object({ invite: inviteWire, link: z.string(), is_sent: z.number() });
export type Invited = z.infer<typeof invited>;

/** Calls of colleagues. Who manages the company's people is its owner: `manage` is the owner's alone (rules 2). */
export const membersCalls = {
  members: get('/api/members', { who: 'buyer', may: 'manage', input: emptyInput, output: memberList }),
  inviteMember: post('/api/members/invite', {
    who: 'buyer',
    may: 'manage',
    input: inviteInput,
    output: invited,
  }),
  revokeInvite: post('/api/members/invite/{id}/revoke', {
    who: 'buyer',
    may: 'manage',
    input: z.object({ id: id('邀请') }),
    output: inviteWire,
  }),
  changeMember: post('/api/members/{id}', {
    who: 'buyer',
    may: 'manage',
    input: changeMemberInput,
    output: memberWire,
  }),
  disableMember: post('/api/members/{id}/disable', {
    who: 'buyer',
    may: 'manage',
    input: memberIdInput,
    output: memberWire,
  }),
  enableMember: post('/api/members/{id}/enable', {
    who: 'buyer',
    may: 'manage',
    input: memberIdInput,
    output: memberWire,
  }),
  inviteCode: post('/api/invite/code', {
    who: 'anyone',
    input: inviteCodeInput,
    output: z.object({ wait_seconds: z.number() }),
  }),
  acceptInvite: post('/api/invite/accept', { who: 'all', input: acceptInput, output: loginOutput }),
};
