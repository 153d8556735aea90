/** A lot that is recalled, and who received pieces of it. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, lot, order, orderLine, shipment, shipmentLot, trade } from '../db/schema.ts';

/** Who received pieces of a lot, in which order; pieces that are back are not counted off, as the paper went along. */
export interface LotBuyer {
  companyId: number;
  company: string;
  orderNo: string;
  pieces: number;
  unit: string;
  shippedAt: Date;
  receiver: string;
  phone: string;
}

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
    })
    .from(shipmentLot)
    .innerJoin(orderLine, eq(orderLine.id, shipmentLot.orderLineId))
    .innerJoin(shipment, eq(shipment.id, shipmentLot.shipmentId))
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .innerJoin(company, eq(company.id, order.companyId))
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
  /** Pieces of the goods that are still to go out and for which no lot is held now. */
  lacks: number;
}

/** Orders that a lot's recall took pieces from which had not gone out, as its entry in the audit log says. */
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

/** A lot is recalled from now on. */
export async function markRecalled(tx: Tx, id: number, reason: string, now: Date): Promise<void> {
  await tx.update(lot).set({ recalledAt: now, recallReason: reason }).where(eq(lot.id, id));
}
