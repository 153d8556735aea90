/** The people of a company, managed by its owner (rules 2). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { ChangeMemberInput, InviteWire, MemberList, MemberWire } from '#lib/contract/members.ts';
import { inviteState, inviteStates, limitOf, seenText } from '#lib/rules/companies/invite.ts';
import { roleText } from '#lib/rules/companies/roles.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  countOwners,
  listMembers,
  listStoresOf,
  lockCompany,
  type MemberRow,
  setStores,
  updateMember,
} from '../people/member-rows.ts';
import { type InviteRow, listInvites } from './invite-rows.ts';

const month = 30 * 86_400_000;

type Stores = readonly { id: number; name: string }[];

/** `GET /api/members`. */
export async function listColleagues(context: Context<'buyer'>): Promise<MemberList> {
  const { db, now, actor } = context;
  const { companyId } = actor.account;
  const since = new Date(now.getTime() - month);
  const [members, invites, stores] = await Promise.all([
    listMembers(db, companyId),
    listInvites(db, companyId, since, now),
    listStoresOf(db, companyId),
  ]);
  return {
    list: members.map((row) => memberWireOf(row, stores, context)),
    invites: invites.map((row) => inviteWireOf(row, now)),
    stores,
  };
}

function memberWireOf(row: MemberRow, stores: Stores, { actor, now }: Context<'buyer'>): MemberWire {
  return {
    id: row.userId,
    name: row.name,
    username: row.username,
    phone: row.phone,
    role: row.role,
    role_text: roleText(row.role),
    order_limit: row.orderLimit === null ? null : formatYuan(row.orderLimit),
    stores: stores.filter(({ id }) => row.storeIds.includes(id)),
    seen_at: row.seenAt?.toISOString() ?? null,
    seen_text: seenText(row.seenAt?.getTime() ?? null, now.getTime()),
    is_disabled: row.disabledAt === null ? 0 : 1,
    is_self: row.userId === actor.account.userId ? 1 : 0,
    created_at: row.createdAt.toISOString(),
  };
}

/** An invitation for its company; without the link. */
export function inviteWireOf(row: InviteRow, now: Date): InviteWire {
  const state = inviteState(
    {
      expiresAt: row.expiresAt.getTime(),
      usedAt: row.usedAt?.getTime() ?? null,
      revokedAt: row.revokedAt?.getTime() ?? null,
    },
    now.getTime(),
  );
  return {
    id: row.id,
    role_text: roleText(row.role),
    order_limit: row.orderLimit === null ? null : formatYuan(row.orderLimit),
    phone: row.phone === '' ? '' : maskPhone(row.phone),
    state,
    state_text: inviteStates[state].text,
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  };
}

/** The stores of the company among `ids`. Throws 422 where one of them is not its store. */
export async function checkStores(
  tx: Tx | Context['db'],
  companyId: number,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await listStoresOf(tx, companyId, wanted);
  if (found.length < wanted.length)
    throw fieldError('store_ids', '有门店不存在或不属于本企业，请刷新后重新选择');
  return wanted;
}

/**
 * Runs a change of one of the company's people, one at a time a company, and records it. Throws 404 for a person of
 * another company.
 */
async function change(
  context: Context<'buyer'>,
  userId: string,
  act: 'member.change' | 'member.disable' | 'member.enable',
  work: (tx: Tx, row: MemberRow) => Promise<void>,
): Promise<MemberWire> {
  const { db, now, actor } = context;
  const { companyId } = actor.account;
  const row = await db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const [before] = await listMembers(tx, companyId, userId);
    if (before === undefined) throw new AppError(404, '没有这位同事，请刷新后查看');
    await work(tx, before);
    const after = must((await listMembers(tx, companyId, userId))[0], `member ${userId}`);
    const remaining = [standingOf(before), standingOf(after)] as const;
    if (JSON.stringify(remaining[0]) !== JSON.stringify(remaining[1]))
      await writeAudit(tx, recordOf(context), {
        act,
        subject: 'member',
        key: userId,
        before: remaining[0],
        after: remaining[1],
        at: now,
      });
    return after;
  });
  return memberWireOf(row, await listStoresOf(db, companyId), context);
}

function standingOf({ role, orderLimit, storeIds, disabledAt }: MemberRow) {
  return { role, orderLimit, storeIds, isDisabled: disabledAt !== null };
}

const isActiveOwner = ({ role, disabledAt }: MemberRow) => role === 'owner' && disabledAt === null;

async function keepAnOwner(tx: Tx, companyId: number, doing: string): Promise<void> {
  if ((await countOwners(tx, companyId)) <= 1)
    throw new AppError(409, `企业至少要有一名企业管理员，不能${doing}，请先指定另一名企业管理员`);
}

/**
 * `POST /api/members/{id}`: role, limit an order and stores. Throws 404 for another company's, 409 for the last owner,
 * 422 for stores that are not the company's.
 */
export async function changeMember(
  context: Context<'buyer'>,
  { id, role, order_limit, store_ids }: ChangeMemberInput,
): Promise<MemberWire> {
  const { companyId } = context.actor.account;
  return change(context, id, 'member.change', async (tx, row) => {
    const stores = await checkStores(tx, companyId, store_ids);
    if (isActiveOwner(row) && role !== 'owner') await keepAnOwner(tx, companyId, '更换其角色');
    const orderLimit = limitOf(role, order_limit === undefined ? null : parseYuan(order_limit));
    await updateMember(tx, companyId, id, { role, orderLimit });
    await setStores(tx, id, role === 'owner' ? [] : stores);
  });
}

/**
 * `POST /api/members/{id}/disable`: their sessions end with it (a trigger), with the reason. Safe to repeat. Throws 404
 * for another company's, 409 for oneself and for the last owner.
 */
export async function disableMember(context: Context<'buyer'>, { id }: { id: string }): Promise<MemberWire> {
  const { companyId, userId } = context.actor.account;
  return change(context, id, 'member.disable', async (tx, row) => {
    if (row.disabledAt !== null) return;
    if (id === userId) throw new AppError(409, '不能停用自己的账号，请由另一名企业管理员操作');
    if (isActiveOwner(row)) await keepAnOwner(tx, companyId, '停用');
    await updateMember(tx, companyId, id, { disabledAt: context.now });
  });
}

/** `POST /api/members/{id}/enable`. Safe to repeat. Throws 404 for another company's. */
export async function enableMember(context: Context<'buyer'>, { id }: { id: string }): Promise<MemberWire> {
  const { companyId } = context.actor.account;
  return change(context, id, 'member.enable', (tx) => updateMember(tx, companyId, id, { disabledAt: null }));
}
