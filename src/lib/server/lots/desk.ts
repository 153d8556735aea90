/** Lots at the desks (rules 5): one with all it has, put-in, recall, and their buyers. */
import { AppError } from '#lib/contract/errors.ts';
import type { PutInLotValues, RecallLotValues } from '#lib/contract/lot-acts.ts';
import type { DeskLot, DeskLotRow, DeskLotValues, LotGoods } from '#lib/contract/lots.ts';
import { lotMoves } from '#lib/rules/orders/lots.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { findReport } from '../files/report-rows.ts';
import { putIn, recallLot } from './change.ts';
import {
  type DeskLotFound,
  findDeskLot,
  findLotGoods,
  type LotMovementRow,
  listMovements,
} from './desk-rows.ts';
import { listOpenLines } from './hold-rows.ts';
import { listLotBuyers, listMoved } from './recall-rows.ts';
import { standingOf } from './standing.ts';

const lastMoves = 200;
const mostGoods = 20;

/** Lots with what placed orders will take of them. */
async function rowsOf(db: Db, rows: readonly DeskLotFound[], now: Date): Promise<DeskLotRow[]> {
  const facts = rows.map((row) => ({
    ...row,
    isRecalled: row.recalledAt !== null,
    isLocked: row.lockedAt !== null,
  }));
  const standings = await standingOf(db, facts, now);
  return facts.flatMap((row, at) => {
    const standing = standings[at];
    if (standing === undefined) return [];
    return {
      ...standing,
      goods_id: row.goodsId,
      merchant: row.merchant,
      name: row.name,
      spec: row.spec,
      maker: row.maker,
      unit: row.unit,
      lot_no: row.lotNo,
      produced_on: row.producedOn,
      expires_on: row.expiresOn,
      returned: row.returned,
      is_recalled: row.isRecalled ? 1 : 0,
      is_locked: row.isLocked ? 1 : 0,
      recall_reason: row.recallReason,
      has_report: row.hasReport ? 1 : 0,
      asked: row.asked,
    };
  });
}

/** `GET /api/desk/lots/{goods}`. Throws 404 for one that is not this desk's. */
export async function getDeskLot(context: Context<'staff'>, asked: DeskLotValues): Promise<DeskLot> {
  const found = await findDeskLotWire(context, asked);
  if (found === null) throw new AppError(404, '没有这个批次');
  return found;
}

/** The same, null where there is none. */
export async function findDeskLotWire(
  { db, actor, now }: Context<'staff'>,
  { goods: goodsId, lot_no: asked }: DeskLotValues,
): Promise<DeskLot | null> {
  const found = await findDeskLot(db, { goodsId, lotNo: asked, within: actor.merchantId });
  if (found === null) return null;
  const { lotNo } = found;
  const [row] = await rowsOf(db, [found], now);
  if (!row) return null;
  const moves = found.id === null ? [] : await listMovements(db, found.id, lastMoves);
  const buyers = await listLotBuyers(db, { goodsId, lotNo });
  const moved = found.id === null || found.recalledAt === null ? [] : await listMoved(db, found.id);
  const open = await listOpenLines(db, [goodsId]);
  const sumOpen = (isPaid: boolean) =>
    open.reduce((sum, line) => sum + (line.isPaid === isPaid ? line.pieces : 0), 0);
  const isRecalled = found.recalledAt !== null;
  const report = await findReport(db, { goodsId, lotNo }, { merchantId: actor.merchantId });
  return {
    ...row,
    may_recall: found.recalledAt === null ? 1 : 0,
    recalled_at: found.recalledAt?.toISOString() ?? '',
    may_lock:
      !isRecalled && (found.lockedBy === null || (found.lockedBy === 'merchant' && actor.kind === 'platform'))
        ? 1
        : 0,
    may_unlock:
      found.lockedBy !== null && (found.lockedBy === 'merchant' || actor.kind === 'platform') ? 1 : 0,
    may_correct: isRecalled || buyers.length > 0 ? 0 : 1,
    locked_at: found.lockedAt?.toISOString() ?? '',
    lock_reason: found.lockReason,
    locked_by_text: found.lockedBy === null ? '' : found.lockedBy === 'platform' ? '平台' : '商家',
    open_paid: sumOpen(true),
    open_unpaid: sumOpen(false),
    cancelled: 0,
    report_name: report?.name ?? '',
    report_url: report === null ? '' : reportAddress(goodsId, lotNo),
    moves: moves.map((move, at) => ({
      at: move.at.toISOString(),
      kind_text: lotMoves[move.kind],
      pieces: move.pieces,
      by: move.actor === 'system' ? '系统' : move.actorId,
      reason: move.reason,
      cancels: mayCancel(moves, at) ? move.id : 0,
    })),
    buyers: buyers.map((buyer) => ({
      company: buyer.company,
      order_no: buyer.orderNo,
      pieces: buyer.pieces,
      unit: buyer.unit,
      shipped_at: buyer.shippedAt.toISOString(),
      receiver: buyer.receiver,
      phone: buyer.phone,
      told_at: buyer.toldAt?.toISOString() ?? '',
      read_at: buyer.readAt?.toISOString() ?? '',
      returned: buyer.returned,
    })),
    moved: moved.map(({ orderNo, ...row }) => ({ ...row, order_no: orderNo })),
  };
}

/** True for a put-in after which nothing was shipped and that was not cancelled. `moves`: the newest first. */
function mayCancel(moves: readonly LotMovementRow[], at: number): boolean {
  const move = moves[at];
  if (move?.kind !== 'put_in' || move.ref === 'opening') return false;
  return !moves
    .slice(0, at)
    .some(({ kind, ref }) => kind === 'shipped' || (kind === 'cancelled' && ref === `put-in:${move.id}`));
}

/** `GET /api/desk/lots/goods`: a merchant's own items by a part of their name or their number, at most 20. */
export async function listLotGoods(
  { db, actor }: Context<'merchant'>,
  { name }: { name: string },
): Promise<{ list: LotGoods[] }> {
  return { list: await findLotGoods(db, actor.merchantId, name, mostGoods) };
}

/**
 * `POST /api/desk/lots`: adds pieces of a lot, once for each `ref`; answers the lot as it is then. Throws as `putIn`.
 */
export async function putInLot(
  context: Context<'merchant'>,
  {
    ref,
    goods_id: goodsId,
    lot_no: lotNo,
    produced_on: producedOn,
    expires_on: expiresOn,
    pieces,
    confirmed,
  }: PutInLotValues,
): Promise<DeskLotRow> {
  await putIn(context, { ref, goodsId, lotNo, producedOn, expiresOn, pieces, isConfirmed: confirmed === 1 });
  const { db, actor, now } = context;
  const found = await findDeskLot(db, { goodsId, lotNo, within: actor.merchantId });
  const [row] = found === null ? [] : await rowsOf(db, [found], now);
  if (!row) throw new AppError(404, '没有这个批次');
  return row;
}

/** `POST /api/desk/lots/{goods}/recall`: recalls a lot and sends every buyer a message, once. Throws as `recallLot`. */
export async function recallDeskLot(
  context: Context<'staff'>,
  { goods: goodsId, lot_no: lotNo, reason }: RecallLotValues,
): Promise<DeskLot> {
  await recallLot(context, { goodsId, lotNo, reason });
  return getDeskLot(context, { goods: goodsId, lot_no: lotNo });
}

/** Address of the PDF of a lot's 药检报告. */
export function reportAddress(goodsId: number, lotNo: string): string {
  return `/file/report/${goodsId}?${new URLSearchParams({ lot_no: lotNo })}`;
}
