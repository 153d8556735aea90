/** Shipped orders of a company, and the order of what is scanned from a parcel. */
import { and, asc, count, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { findTraceCode } from '#lib/rules/text/trace-code.ts';
import type { Db, Tx } from '../db/client.ts';
import { coldRecord, order, shipment, traceCode } from '../db/schema.ts';
import type { OrderRow } from '../orders/rows.ts';
import { spellingsOf } from '../tracking/rows.ts';

/**
 * A company's orders that wait for their receipt at `now`, the first shipped first, with how many there are. `first` is
 * the number of one that comes before them.
 */
export async function listOrdersToReceive(
  db: Db,
  companyId: number,
  { now, limit, first = '' }: { now: Date; limit: number; first?: string | undefined },
): Promise<{ orders: OrderRow[]; total: number }> {
  const where = and(eq(order.companyId, companyId), eq(order.status, 'to_receive'), gt(order.receiveBy, now));
  const [orders, [counted]] = await Promise.all([
    db
      .select()
      .from(order)
      .where(where)
      .orderBy(sql`${order.no} <> ${first}`, asc(order.shippedAt), asc(order.no))
      .limit(limit),
    db.select({ total: count() }).from(order).where(where),
  ]);
  return { orders, total: counted?.total ?? 0 };
}

/** The parcels of orders, the first sent first; `isMeasured`: its arrival temperature is recorded. */
export async function listParcelsOfOrders(db: Db, nos: readonly string[]) {
  if (nos.length === 0) return [];
  return db
    .select({
      id: shipment.id,
      orderNo: shipment.orderNo,
      carrier: shipment.carrier,
      trackingNo: shipment.trackingNo,
      isMeasured: sql<boolean>`${coldRecord.arrivedTenths} is not null`,
    })
    .from(shipment)
    .leftJoin(coldRecord, eq(coldRecord.shipmentId, shipment.id))
    .where(inArray(shipment.orderNo, [...nos]))
    .orderBy(asc(shipment.id));
}

/** Those of a company's orders that a scanned 运单号 or 追溯码 belongs to. */
export async function listScannedOrders(
  db: Db | Tx,
  companyId: number,
  { nos, codes }: { nos: readonly string[]; codes: readonly string[] },
): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const traces = codes.flatMap((code) => findTraceCode(code) ?? []);
  const rows = await db
    .selectDistinct({ no: shipment.orderNo })
    .from(shipment)
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .leftJoin(traceCode, and(eq(traceCode.shipmentId, shipment.id), inArray(traceCode.code, traces)))
    .where(
      and(
        eq(order.companyId, companyId),
        inArray(shipment.orderNo, [...nos]),
        or(inArray(shipment.trackingNo, codes.flatMap(spellingsOf)), isNotNull(traceCode.code)),
      ),
    );
  return new Set(rows.map(({ no }) => no));
}

/**
 * A company's order by its own number, by a tracking number or by a 追溯码; null for what is none of its. A parcel of
 * several orders answers the one that still waits, then the newest.
 */
export async function findOrderByCode(
  db: Db,
  companyId: number,
  { code, trace }: { code: string; trace: string | null },
): Promise<OrderRow | null> {
  const ofParcel = db
    .select({ no: shipment.orderNo })
    .from(shipment)
    .where(inArray(shipment.trackingNo, spellingsOf(code)));
  const ofTrace = db
    .select({ no: shipment.orderNo })
    .from(traceCode)
    .innerJoin(shipment, eq(shipment.id, traceCode.shipmentId))
    .where(eq(traceCode.code, trace ?? ''));
  const [found] = await db
    .select()
    .from(order)
    .where(
      and(
        eq(order.companyId, companyId),
        or(
          eq(order.no, code.toUpperCase()),
          inArray(order.no, ofParcel),
          trace === null ? undefined : inArray(order.no, ofTrace),
        ),
      ),
    )
    .orderBy(sql`${order.status} <> 'to_receive'`, desc(order.createdAt))
    .limit(1);
  return found ?? null;
}
