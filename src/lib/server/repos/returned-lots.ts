/** Pieces that came back from buyers, by the lot under which they had gone out. */
import { sql } from 'drizzle-orm';
import { acceptedAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';

/** Pieces of a lot of a goods. */
export interface ReturnedPieces extends Record<string, unknown> {
  goodsId: number;
  lotNo: string;
  pieces: number;
}

/** What the parcels of an order carried, less the pieces of its after-sale cases that were agreed to. */
export async function listRefusedPieces(tx: Tx, orderNo: string): Promise<ReturnedPieces[]> {
  const { rows } = await tx.execute<ReturnedPieces>(sql`
    with sent as (
      select l.order_line_id, o.goods_id, l.lot_no, sum(l.quantity)::int as pieces
      from shipment_lot l join shipment s on s.id = l.shipment_id join order_line o on o.id = l.order_line_id
      where s.order_no = ${orderNo} group by l.order_line_id, o.goods_id, l.lot_no)
    select sent.goods_id as "goodsId", sent.lot_no as "lotNo", sum(greatest(sent.pieces - coalesce((
        select sum(c.pieces) from after_sale_line c join after_sale a on a.id = c.after_sale_id
        where c.order_line_id = sent.order_line_id and c.lot_no = sent.lot_no and a.kind <> 'papers'
          and a.state = any(${sql.param(acceptedAfterSaleStates)}::text[])), 0), 0))::int as pieces
    from sent group by sent.goods_id, sent.lot_no order by sent.goods_id, sent.lot_no`);
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
