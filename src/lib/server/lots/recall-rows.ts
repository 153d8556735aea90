/** A recalled lot and the buyers who received pieces of it. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { afterSaleStates, holdsPieces, tookPieces } from '#lib/rules/orders/after-sale-state.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, lot, message, order, orderLine, shipment, shipmentLot, trade } from '../db/schema.ts';

/** Buyers of a lot and their orders. `pieces` were sent; `returned` of those came back. */
export interface LotBuyer {
  companyId: number;
  company: string;
  orderNo: string;
  pieces: number;
  unit: string;
  shippedAt: Date;
  receiver: string;
  phone: string;
  /** When the company got the message of the recall, and when one of its people first read it; null where none did. */
  toldAt: Date | null;
  readAt: Date | null;
  returned: number;
}

/** Pieces of the lot that came back by an order's cases, its gifts, or its parcel refused at the door. */
const returnedOf = (goodsId: number, lotNo: string) => sql<number>`coalesce((select sum(m.pieces)::int
  from lot_movement m join lot r on r.id = m.lot_id
  where r.goods_id = ${goodsId} and r.lot_no = ${lotNo} and m.kind = 'returned'
    and (m.ref = 'refused:' || ${order.no} or exists (select 1 from after_sale a where a.order_no = ${order.no}
      and (m.ref = 'aftersale:' || a.id or m.ref like 'aftersale:' || a.id || ':%')))), 0)`;

/** Every order in which pieces of a lot were sent, the first first. */
export async function listLotBuyers(
  db: Db | Tx,
  { goodsId, lotNo }: { goodsId: number; lotNo: string },
): Promise<LotBuyer[]> {
  return db
    .select({
      companyId: order.companyId,
      company: company.name,
      orderNo: order.no,
      pieces: sql<number>`sum(${shipmentLot.quantity})::int`,
      unit: sql<string>`min(${orderLine.snapshot}->>'unit')`,
      shippedAt: sql<Date>`min(${shipment.shippedAt})`.mapWith(shipment.shippedAt),
      receiver: sql<string>`min(${trade.address}->>'receiver')`,
      phone: sql<string>`min(${trade.address}->>'phone')`,
      toldAt: sql<Date | null>`min(${message.createdAt})`.mapWith(message.createdAt),
      readAt: sql<Date | null>`min(${message.readAt})`.mapWith(message.createdAt),
      returned: returnedOf(goodsId, lotNo),
    })
    .from(shipmentLot)
    .innerJoin(orderLine, eq(orderLine.id, shipmentLot.orderLineId))
    .innerJoin(shipment, eq(shipment.id, shipmentLot.shipmentId))
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .innerJoin(company, eq(company.id, order.companyId))
    .leftJoin(lot, and(eq(lot.goodsId, goodsId), eq(lot.lotNo, lotNo)))
    .leftJoin(
      message,
      and(eq(message.companyId, order.companyId), eq(message.ref, sql`'recall:' || ${lot.id}`)),
    )
    .where(and(eq(orderLine.goodsId, goodsId), eq(shipmentLot.lotNo, lotNo)))
    .groupBy(order.companyId, company.name, order.no)
    .orderBy(asc(order.no));
}

/** An order that held pieces of a lot when it was recalled, and holds others since, or none. */
export interface LotMoved {
  company: string;
  orderNo: string;
  pieces: number;
  unit: string;
  /** Pieces of the item that are still to be shipped and have no lot. */
  lacks: number;
}

/** Unshipped orders that lost pieces to a lot's recall, from its audit entry. */
export async function listMoved(db: Db | Tx, lotId: number): Promise<LotMoved[]> {
  const { rows } = await db.execute<LotMoved & Record<string, unknown>>(sql`
    select c.name as company, o.no as "orderNo", sum(moved.pieces)::int as pieces, min(l.snapshot ->> 'unit') as unit,
      sum(case when ${isPaidOrder} then greatest(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity
        - coalesce((select sum(h.pieces) from line_lot h where h.order_line_id = l.id), 0), 0) else 0 end)::int as lacks
    from audit_log a
      cross join jsonb_to_recordset(a.after -> 'lines') as moved(id int, pieces int)
      join order_line l on l.id = moved.id join "order" o on o.no = l.order_no join company c on c.id = o.company_id
    where a.act = 'lot.recall' and a.subject = 'lot' and a.subject_key = ${String(lotId)}
    group by c.name, o.no order by o.no`);
  return rows;
}

const isPaidOrder = sql`o.status = any(${sql.param(orderStatuses.filter(orderIs.shippable))}::text[])`;

/** Marks a lot as recalled. */
export async function markRecalled(tx: Tx, id: number, reason: string, now: Date): Promise<void> {
  await tx.update(lot).set({ recalledAt: now, recallReason: reason }).where(eq(lot.id, id));
}

/** States of a case whose pieces are already claimed or returned. */
const claimedStates = afterSaleStates.filter(
  (state) => holdsPieces('return_refund', state) || tookPieces('return_refund', state),
);

/** Of these orders those that shipped pieces of a recalled lot that are not all in cases yet. */
export async function listRecalledOrders(db: Db | Tx, nos: readonly string[]): Promise<Set<string>> {
  if (nos.length === 0) return new Set();
  const { rows } = await db.execute<{ no: string }>(sql`
    select distinct s.order_no as no
    from order_line l
      join lot r on r.goods_id = l.goods_id and r.recalled_at is not null
      join shipment s on s.order_no = l.order_no
      join shipment_lot x on x.shipment_id = s.id and x.order_line_id = l.id and x.lot_no = r.lot_no
    where l.order_no = any(${sql.param([...nos])}::text[]) and l.refunded_quantity < l.quantity
    group by s.order_no, l.id, r.lot_no
    having sum(x.quantity) > coalesce((select sum(c.pieces)
      from after_sale_line c join after_sale a on a.id = c.after_sale_id
      where c.order_line_id = l.id and c.lot_no = r.lot_no and a.kind <> 'papers'
        and a.state = any(${sql.param(claimedStates)}::text[])), 0)`);
  return new Set(rows.map(({ no }) => no));
}

/** The recalled lots of the items of an order. */
export async function listRecalledLots(
  db: Db | Tx,
  orderNo: string,
): Promise<{ goodsId: number; lotNo: string }[]> {
  return db
    .selectDistinct({ goodsId: lot.goodsId, lotNo: lot.lotNo })
    .from(lot)
    .innerJoin(orderLine, eq(orderLine.goodsId, lot.goodsId))
    .where(and(eq(orderLine.orderNo, orderNo), isNotNull(lot.recalledAt)));
}
