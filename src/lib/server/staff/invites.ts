/** Staff are let in by a link: one person a link, for some days, while the inviter may still let people in. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import type {
  InviteIdValues,
  InviteStaffValues,
  JoinStaffInput,
  StaffInvited,
  StaffInvites,
  StaffInviteWire,
} from '#lib/contract/staff-access.ts';
import {
  inviteDays,
  inviteEnd,
  inviteLimits,
  inviteState,
  inviteStates,
} from '#lib/rules/companies/invite.ts';
import { staffMay, staffPassword, staffRoleText } from '#lib/rules/companies/staff.ts';
import { must } from '#lib/rules/terms/must.ts';
import { checkStrength } from '../accounts/password-strength.ts';
import { type CallContext, type Context, recordOf, staffActorOf } from '../core/context.ts';
import { env } from '../core/process/env.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import type { Db, Tx } from '../db/client.ts';
import { type AuditEntry, writeAudit } from '../ledgers/audit-rows.ts';
import {
  countOpenStaffInvites,
  findStaffInvite,
  insertStaffInvite,
  listStaffInvites,
  revokeFirstInvites,
  revokeStaffInvite as revokeRow,
  type StaffInviteRow,
  spendStaffInvite,
} from '../people/staff-invite-rows.ts';
import {
  countOtherAdmins,
  findStaffLogin,
  insertStaff,
  isMerchant,
  takeSideTurn,
} from '../people/staff-rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import { openSession, sendCookies } from './open-session.ts';
import { checkRole, checkUsername, sideOf, staffWireOf } from './people.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

function wireOf(row: StaffInviteRow, now: Date): StaffInviteWire {
  const state = stateOf(row, now);
  return {
    id: row.id,
    note: row.note,
    side: row.merchant ?? '平台',
    role_text: staffRoleText(sideOf(row), row.role),
    inviter: row.inviter ?? firstInviter,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    state,
    state_text: inviteStates[state].text,
  };
}

/** Who lets in the first administrator. */
const firstInviter = '系统';

/** One whose inviter may not let people in any more is revoked. */
function stateOf(row: StaffInviteRow, now: Date): StaffInviteWire['state'] {
  const { expiresAt, usedAt, revokedAt } = row;
  const mayInvite =
    row.inviterRole === null ||
    (!row.isInviterOut && staffMay(sideOf({ merchantId: row.inviterMerchantId }), row.inviterRole, 'staff'));
  const ended = revokedAt ?? (mayInvite ? null : now);
  return inviteState(
    {
      expiresAt: expiresAt.getTime(),
      usedAt: usedAt?.getTime() ?? null,
      revokedAt: ended?.getTime() ?? null,
    },
    now.getTime(),
  );
}

/** Days for which used and ended ones are still listed. */
const listedMs = 30 * 86_400_000;

/** `GET /api/desk/invites`: those of one's own side; for the platform all. */
export async function listInvites({ db, now, actor }: Context<'staff'>): Promise<StaffInvites> {
  const since = new Date(now.getTime() - listedMs);
  const rows = await listStaffInvites(db, { within: actor.merchantId, since, now });
  return { list: rows.map((row) => wireOf(row, now)) };
}

/**
 * `POST /api/desk/invites`: the link is answered once and stored as a hash; with a phone it goes there as a text message.
 * Throws 404 for an unknown merchant, 409 with too many open ones, 422 for a role that the side does not have.
 */
export async function inviteStaff(
  context: Context<'staff'>,
  { role, merchant_id: named, note, phone }: InviteStaffValues,
): Promise<StaffInvited> {
  const { db, now, actor } = context;
  const merchantId = actor.merchantId ?? named ?? null;
  const known = checkRole(sideOf({ merchantId }), role);
  const token = randomBytes(24).toString('base64url');
  const row = await db.transaction(async (tx) => {
    await takeSideTurn(tx, merchantId);
    if (merchantId !== null && !(await isMerchant(tx, merchantId)))
      throw new AppError(404, `没有商家${merchantId}`);
    if ((await countOpenStaffInvites(tx, merchantId, now)) >= inviteLimits.open)
      throw new AppError(409, `还有${inviteLimits.open}个邀请没有用，请先撤销不需要的邀请`);
    const id = await insertStaffInvite(tx, {
      tokenHash: hashOf(token),
      merchantId,
      role: known,
      note,
      invitedBy: must(actor.staffId, 'the inviter'),
      createdAt: now,
      expiresAt: new Date(inviteEnd(now.getTime(), inviteDays.normal)),
    });
    await record(tx, context, 'staff.invite', { id, merchantId, after: { role, note } });
    return must(await findStaffInvite(tx, { id, within: null }), 'an invitation just written');
  });
  const absolute = linkOf(token);
  const company = `${row.merchant ?? '平台'}工作台`;
  const isSent =
    phone !== undefined && (await sendSms({ phone, template: 'invite', company, link: absolute })) !== null;
  return { invite: wireOf(row, now), link: absolute, is_sent: isSent ? 1 : 0 };
}

function linkOf(token: string): string {
  const { SITE_URL, PORT } = env();
  return new URL(path('/desk/join', undefined, { token }), SITE_URL ?? `http://localhost:${PORT}`).href;
}

/**
 * The link for the first administrator of a shop that has none, for the person who started it; null where there is one.
 * It ends the link of an earlier start.
 */
export async function inviteFirst(db: Db, now: Date): Promise<string | null> {
  const token = randomBytes(24).toString('base64url');
  return db.transaction(async (tx) => {
    await takeSideTurn(tx, null);
    if ((await countOtherAdmins(tx, { id: 0, merchantId: null })) > 0) return null;
    await revokeFirstInvites(tx, now);
    await insertStaffInvite(tx, {
      tokenHash: hashOf(token),
      role: 'admin',
      note: '第一位平台管理员',
      createdAt: now,
      expiresAt: new Date(inviteEnd(now.getTime(), inviteDays.normal)),
    });
    return linkOf(token);
  });
}

async function record(
  tx: Tx,
  context: Context<'staff'>,
  act: 'staff.invite' | 'staff.revoke',
  { id, merchantId, after }: { id: number; merchantId: number | null; after: AuditEntry['after'] },
): Promise<void> {
  const entry = { act, subject: 'staff', key: `invite:${id}`, merchantId, before: null, after } as const;
  await writeAudit(tx, recordOf(context), { ...entry, at: context.now });
}

/** `POST /api/desk/invites/{id}/revoke`. Safe to repeat. Throws 404 for another merchant's, 409 for a used one. */
export async function revokeStaffInvite(
  context: Context<'staff'>,
  { id }: InviteIdValues,
): Promise<StaffInviteWire> {
  const { db, now, actor } = context;
  return db.transaction(async (tx) => {
    const by = { id, within: actor.merchantId };
    const found = await findStaffInvite(tx, by);
    if (found === null) throw new AppError(404, '没有这个邀请，请刷新后查看');
    if (await revokeRow(tx, id, now))
      await record(tx, context, 'staff.revoke', {
        id,
        merchantId: found.merchantId,
        after: { note: found.note },
      });
    const row = must(await findStaffInvite(tx, by), 'the invitation');
    if (row.usedAt !== null) throw new AppError(409, '这个邀请已经用过了，如需收回权限，请停用该员工');
    return wireOf(row, now);
  });
}

const unknownInvite = '邀请链接不完整或不存在，请从收到的消息里重新打开';

/** Shown to who opens a link; `refusal` says why it does not work. */
export async function openStaffInvite(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<{ invite: StaffInviteWire | null; refusal: string | null }> {
  const found = token === '' ? null : await findStaffInvite(db, { tokenHash: hashOf(token) });
  if (found === null) return { invite: null, refusal: unknownInvite };
  return { invite: wireOf(found, now), refusal: refusals[stateOf(found, now)] };
}

const refusals: Record<StaffInviteWire['state'], string | null> = {
  open: null,
  used: '这个邀请已经用过了，每个邀请只能用一次，请联系管理员重新邀请',
  revoked: '这个邀请已被撤销，请联系管理员重新邀请',
  expired: '这个邀请已过期，请联系管理员重新邀请',
};

/**
 * `POST /api/desk/join`: makes the account and logs it in. Of many at once with one link one joins. Throws 404 for an
 * unknown token, 409 for an invitation that is not open, 422 for a weak password and a name that is invalid or taken.
 */
export async function joinStaff(context: CallContext<'all'>, input: JoinStaffInput): Promise<StaffWire> {
  const { db, now, requestId } = context;
  const found = await findStaffInvite(db, { tokenHash: hashOf(input.token) });
  if (found === null) throw new AppError(404, unknownInvite);
  const refusal = refusals[stateOf(found, now)];
  if (refusal !== null) throw new AppError(409, refusal);
  const username = checkUsername(input.username);
  const own = [username, ...username.split(/[._-]/), found.merchant ?? ''].filter(Boolean);
  await checkStrength('password', input.password, own, staffPassword);
  const passwordHash = await hashPassword(input.password);
  const { role, merchantId } = found;
  const cookie = await db.transaction(async (tx) => {
    const id = await insertStaff(tx, { username, merchantId, role, passwordHash, isPasswordInitial: false });
    if (id === null) throw fieldError('username', `登录名“${username}”已被使用，请换一个`);
    if (!(await spendStaffInvite(tx, found.id, id, now))) throw new AppError(409, refusals.used ?? '');
    const login = must(await findStaffLogin(tx, username), 'an account just written');
    await writeAudit(tx, recordOf({ actor: staffActorOf(login), requestId }), {
      act: 'staff.join',
      subject: 'staff',
      key: id,
      merchantId,
      before: null,
      after: { username, role, invite: found.id, invitedBy: found.inviter ?? firstInviter },
      at: now,
    });
    return openSession(tx, context, id);
  });
  const login = must(await findStaffLogin(db, username), 'an account just written');
  sendCookies(context, cookie, login);
  return staffWireOf(login);
}
