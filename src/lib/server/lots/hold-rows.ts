/** Lines of orders that hold pieces of lots, and lines that still need to. Written only by `writeLots`. */
import { asc, inArray, sql } from 'drizzle-orm';
import type { LotHold, LotNeed } from '#lib/rules/orders/lots.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { lineLot } from '../db/schema.ts';
import { isHeldLine } from '../goods/stock-rows.ts';
import { mayGoOutOn } from './rows.ts';

/** The lines that hold pieces of these lots. */
export async function listHolds(db: Db | Tx, lotIds: readonly number[]): Promise<LotHold[]> {
  if (lotIds.length === 0) return [];
  return db
    .select({ lineId: lineLot.orderLineId, lotId: lineLot.lotId, pieces: lineLot.pieces })
    .from(lineLot)
    .where(inArray(lineLot.lotId, [...lotIds]))
    .orderBy(asc(lineLot.orderLineId), asc(lineLot.lotId));
}

/** Pieces of items in open orders without a lot, by item; items without any are left out. */
export async function listPromised(db: Db | Tx, goodsIds: readonly number[]): Promise<Map<number, number>> {
  if (goodsIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; pieces: number }>(sql`
    select l.goods_id as id, sum(greatest(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity
      - coalesce((select sum(h.pieces) from line_lot h where h.order_line_id = l.id), 0), 0))::int as pieces
    from order_line l join "order" o on o.no = l.order_no
    where l.goods_id = any(${sql.param([...goodsIds])}::int[])
      and l.quantity + l.sent_refunded_quantity > l.shipped_quantity + l.refunded_quantity and ${isHeldLine}
    group by l.goods_id`);
  return new Map(rows.map((row) => [row.id, row.pieces]));
}

/** Over `order_line l` and `"order" o`: paid pieces that have not left and that no lot is held for. */
const unreserved = sql`(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity
  - coalesce((select sum(h.pieces) from line_lot h where h.order_line_id = l.id), 0))`;
const isPaidLine = sql`o.status = any(${sql.param(orderStatuses.filter(orderIs.shippable))}::text[])`;

/** Lines of paid orders that hold less than they need, with all their fields, the first placed first. */
export async function listUnreserved(tx: Tx, goodsIds: readonly number[]): Promise<LotNeed[]> {
  const { rows } = await tx.execute<{ lineId: number; goodsId: number; pieces: number }>(sql`
    select l.id as "lineId", l.goods_id as "goodsId",
      (l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity)::int as pieces
    from order_line l join "order" o on o.no = l.order_no
    where l.goods_id = any(${sql.param([...goodsIds])}::int[]) and ${isPaidLine}
      and l.quantity + l.sent_refunded_quantity > l.shipped_quantity + l.refunded_quantity and ${unreserved} > 0
    order by l.id`);
  return rows;
}

/** Items with free pieces of a sellable lot, and with paid lines that hold less than they need. */
export async function listUnreservedGoods(db: Db, now: Date, limit: number): Promise<number[]> {
  // Open lines are selected first: otherwise the holds would be summed for every line that ever was.
  const { rows } = await db.execute<{ id: number }>(sql`
    with open as materialized (
      select l.id, l.goods_id, l.quantity, l.shipped_quantity, l.refunded_quantity, l.sent_refunded_quantity
      from "order" o join order_line l on l.order_no = o.no
      where ${isPaidLine} and l.quantity + l.sent_refunded_quantity > l.shipped_quantity + l.refunded_quantity)
    select distinct l.goods_id as id from open l
    where ${unreserved} > 0
      and exists (select 1 from lot where lot.goods_id = l.goods_id and lot.on_hand > lot.held
        and ${mayGoOutOn(dayKey(now.getTime()))})
      and ${isReady('reservePaid', sql`l.goods_id`, now)}
    order by id limit ${limit}`);
  return rows.map((row) => row.id);
}

/** A line of an open order with pieces that have not left. */
export interface OpenLine {
  lineId: number;
  goodsId: number;
  orderNo: string;
  tradeNo: string;
  isPaid: boolean;
  pieces: number;
}

/** Lines of open orders of items, those of paid orders first, each in the order in which they were placed. */
export async function listOpenLines(db: Db | Tx, goodsIds: readonly number[]): Promise<OpenLine[]> {
  if (goodsIds.length === 0) return [];
  const { rows } = await db.execute<OpenLine & Record<string, unknown>>(sql`
    select l.id as "lineId", l.goods_id as "goodsId", o.no as "orderNo", o.trade_no as "tradeNo",
      (${isPaidLine}) as "isPaid",
      (l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity)::int as pieces
    from order_line l join "order" o on o.no = l.order_no
    where l.goods_id = any(${sql.param([...goodsIds])}::int[]) and ${isHeldLine}
      and l.quantity + l.sent_refunded_quantity > l.shipped_quantity + l.refunded_quantity
    order by "isPaid" desc, l.id`);
  return rows;
}
