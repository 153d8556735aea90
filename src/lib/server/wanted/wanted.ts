/** 品种求购 for buyers: requests for items that the shop does not have, and their outcome. */

import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import {
  maxOpenWanted,
  type WantedList,
  type WantedListValues,
  type WantedValues,
  type WantedWire,
} from '#lib/contract/wanted.ts';
import {
  isWantedOpen,
  isWantedWithdrawn,
  wantedNote,
  wantedText,
} from '#lib/rules/companies/wanted-state.ts';
import { findProhibitedSearch, prohibitedMessage } from '#lib/rules/goods/prohibited.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { productNames } from '../goods/wire.ts';
import {
  countOpenWanted,
  countWanted,
  endWanted,
  findWanted,
  listWanted,
  lockWanted,
  putWanted,
  type WantedRow,
} from './rows.ts';

const gone = '求购不存在或已被删除';

/**
 * `POST /api/user/buy`. Safe to repeat by its token. Throws 422 for drugs that the shop never sells (禁售清单) and beyond
 * 50 waiting requests.
 */
export async function askFor(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: WantedValues,
): Promise<WantedWire> {
  if (findProhibitedSearch(input.name) !== null) throw fieldError('name', prohibitedMessage);
  const { companyId, userId } = account;
  const { price, token, ypgg, sccj, bzdw, ...rest } = input;
  const id = await db.transaction(async (tx) => {
    await lockWanted(tx, companyId);
    const made = await putWanted(tx, {
      ...rest,
      spec: ypgg,
      maker: sccj,
      unit: bzdw,
      companyId,
      userId,
      price: price === undefined ? null : parseYuan(price),
      token: token || tokenOf(userId, input, now),
      createdAt: now,
    });
    if (made.isNew && (await countOpenWanted(tx, companyId)) > maxOpenWanted)
      throw fieldError('name', `最多同时有${maxOpenWanted}条求购在寻货中，请先撤回不需要的求购`);
    return made.id;
  });
  return toWire(must(await findWanted(db, companyId, id), `request ${id} just written`));
}

/** If the form sent no token, equal requests of one person on one day count as one. */
function tokenOf(userId: string, input: WantedValues, now: Date): string {
  const text = JSON.stringify([userId, dayKey(now.getTime()), input]);
  return createHash('sha256').update(text).digest('hex');
}

/** `GET /api/user/buy`: the company's requests, the newest first. */
export async function listOwnWanted(
  { db, actor: { account } }: Context<'buyer'>,
  { page, size }: WantedListValues,
): Promise<WantedList> {
  const [rows, total] = await Promise.all([
    listWanted(db, account.companyId, { limit: size, offset: (page - 1) * size }),
    countWanted(db, account.companyId),
  ]);
  return { list: rows.map(toWire), total, page, size };
}

/** `GET /api/user/buy/{id}`. Throws 404 for another company's. */
export async function getWanted(
  { db, actor: { account } }: Context<'buyer'>,
  { id }: { id: number },
): Promise<WantedWire> {
  const row = await findWanted(db, account.companyId, id);
  if (row === null) throw new AppError(404, gone);
  return toWire(row);
}

/** `POST /api/user/buy/{id}/withdraw`. Safe to repeat. Throws 404, and 409 when it has been answered meanwhile. */
export async function withdrawWanted(
  { db, actor: { account }, now }: Context<'buyer'>,
  { id }: { id: number },
): Promise<WantedWire> {
  const { companyId } = account;
  const row = await db.transaction(async (tx) => {
    await endWanted(tx, { id, companyId }, { status: 'withdrawn', endedAt: now });
    return findWanted(tx, companyId, id);
  });
  if (row === null) throw new AppError(404, gone);
  if (!isWantedWithdrawn(row.status))
    throw new AppError(409, `这条求购${wantedText(row.status)}，不能撤回`, toWire(row));
  return toWire(row);
}

function toWire(row: WantedRow): WantedWire {
  return {
    id: row.id,
    ...productNames(row),
    number: row.quantity,
    bzdw: row.unit,
    price: row.price === null ? '' : formatYuan(row.price),
    phone: row.phone,
    note: row.note,
    status: row.status,
    status_text: wantedText(row.status),
    status_note: wantedNote(row.status),
    reply: row.reply,
    goods_id: row.goodsId,
    user: row.userName,
    may_withdraw: isWantedOpen(row.status) ? 1 : 0,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
