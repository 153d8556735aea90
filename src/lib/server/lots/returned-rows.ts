/** Pieces that came back from buyers, by the lot under which they were shipped. */
import { type SQL, sql } from 'drizzle-orm';
import { acceptedAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';

/** Pieces of a lot of an item. */
export interface ReturnedPieces extends Record<string, unknown> {
  goodsId: number;
  lotNo: string;
  pieces: number;
}

/** Cause of the movement of a gift that came back with a case's items: its order line is in no case. */
export function giftRef(caseId: number, lineId: number): string {
  return `aftersale:${caseId}:gift:${lineId}`;
}

/**
 * Shipped pieces by order line and lot, less those of agreed after-sale cases and gifts that came back with other
 * items. `caseId`: a case that is being agreed to.
 */
const piecesOut = (which: SQL, caseId: number | null = null) => sql`
  with sent as (
    select l.order_line_id, o.goods_id, l.lot_no, sum(l.quantity)::int as pieces
    from shipment_lot l join shipment s on s.id = l.shipment_id join order_line o on o.id = l.order_line_id
    where ${which} group by l.order_line_id, o.goods_id, l.lot_no)
  select sent.order_line_id, sent.goods_id, sent.lot_no, greatest(sent.pieces
    - coalesce((select sum(c.pieces) from after_sale_line c join after_sale a on a.id = c.after_sale_id
        where c.order_line_id = sent.order_line_id and c.lot_no = sent.lot_no and a.kind <> 'papers'
          and (a.id = ${caseId}::int or a.state = any(${sql.param(acceptedAfterSaleStates)}::text[]))), 0)
    - coalesce((select sum(m.pieces) from lot_movement m join lot r on r.id = m.lot_id
        where r.goods_id = sent.goods_id and r.lot_no = sent.lot_no and m.kind = 'returned'
          and m.ref like 'aftersale:%:gift:' || sent.order_line_id), 0), 0)::int as pieces
  from sent`;

/** Pieces in the parcels of an order that have not come back otherwise. */
export async function listRefusedPieces(tx: Tx, orderNo: string): Promise<ReturnedPieces[]> {
  const { rows } = await tx.execute<ReturnedPieces>(sql`
    select goods_id as "goodsId", lot_no as "lotNo", sum(pieces)::int as pieces
    from (${piecesOut(sql`s.order_no = ${orderNo}`)}) rest
    group by goods_id, lot_no order by goods_id, lot_no`);
  return rows;
}

/** Pieces of order lines that are with the buyer by lot, without those of the case itself. */
export async function listPiecesOut(
  tx: Tx,
  { lineIds, caseId }: { lineIds: readonly number[]; caseId: number },
): Promise<(ReturnedPieces & { lineId: number })[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await tx.execute<ReturnedPieces & { lineId: number }>(sql`
    select order_line_id as "lineId", goods_id as "goodsId", lot_no as "lotNo", pieces
    from (${piecesOut(sql`l.order_line_id = any(${sql.param([...lineIds])}::int[])`, caseId)}) rest
    order by order_line_id, lot_no`);
  return rows;
}

/** True when a lot has moved by this cause already. */
export async function hasMoved(
  db: Db | Tx,
  lotId: number,
  { kind, ref }: { kind: string; ref: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from lot_movement where lot_id = ${lotId} and kind = ${kind} and ref = ${ref} limit 1`);
  return rows.length > 0;
}
