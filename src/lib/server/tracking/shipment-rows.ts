/** Parcels handed to carriers, with their lots and the carrier's reports. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isParcelOver, parcelStateKeys } from '#lib/rules/orders/parcel-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { codeRequest, order, shipment, shipmentEvent, shipmentLot, tracking } from '../db/schema.ts';
import { isOfNumber } from './rows.ts';

export type NewLot = Omit<typeof shipmentLot.$inferInsert, 'id' | 'shipmentId'>;

/** Answers the parcel's id. Its codes are claimed separately (`claimCodes`). */
export async function insertShipment(
  tx: Tx,
  row: typeof shipment.$inferInsert,
  lots: NewLot[],
  events: { text: string; at: Date }[],
): Promise<number> {
  const [made] = await tx.insert(shipment).values(row).returning({ id: shipment.id, at: shipment.shippedAt });
  const { id: shipmentId, at } = must(made, 'the parcel that was written');
  await tx.insert(tracking).values({ shipmentId, movedAt: at, askAt: at });
  await tx.insert(shipmentLot).values(lots.map((lot) => ({ ...lot, shipmentId })));
  await tx.insert(shipmentEvent).values(events.map((event) => ({ ...event, shipmentId })));
  return shipmentId;
}

export async function insertShipmentEvents(
  tx: Tx,
  events: (typeof shipmentEvent.$inferInsert)[],
): Promise<void> {
  if (events.length > 0) await tx.insert(shipmentEvent).values(events);
}

export async function listShipments(db: Db | Tx, orderNo: string) {
  return db.select().from(shipment).where(eq(shipment.orderNo, orderNo)).orderBy(asc(shipment.id));
}

/** Carriers of a merchant's newest 200 shipped orders, the last used first. */
export async function listRecentCarriers(db: Db, merchantId: number): Promise<string[]> {
  const { rows } = await db.execute<{ carrier: string }>(sql`
    select s.carrier from (
      select o.no from "order" o where o.merchant_id = ${merchantId} and o.status in ('part_shipped', 'to_receive', 'completed')
      order by o.created_at desc limit 200) as newest
    join shipment s on s.order_no = newest.no
    group by s.carrier order by max(s.id) desc limit 8`);
  return rows.map(({ carrier }) => carrier);
}

/** Those of the orders of which every parcel was handed over, as far as the carriers say. */
export async function listArrivedOrders(db: Db, orderNos: readonly string[]): Promise<Set<string>> {
  if (orderNos.length === 0) return new Set();
  const over = inArray(tracking.state, parcelStateKeys.filter(isParcelOver));
  const rows = await db
    .select({ no: shipment.orderNo })
    .from(shipment)
    .innerJoin(tracking, eq(tracking.shipmentId, shipment.id))
    .where(inArray(shipment.orderNo, [...orderNos]))
    .groupBy(shipment.orderNo)
    .having(sql`bool_and(${over})`);
  return new Set(rows.map(({ no }) => no));
}

export async function listLots(db: Db | Tx, shipmentIds: readonly number[]) {
  return db
    .select()
    .from(shipmentLot)
    .where(inArray(shipmentLot.shipmentId, [...shipmentIds]))
    .orderBy(asc(shipmentLot.id));
}

/** A lot of a parcel of a merchant's order; null for another merchant's. */
export async function findShipmentLot(db: Db | Tx, orderNo: string, id: number, merchantId: number) {
  const [row] = await db
    .select({ lot: shipmentLot })
    .from(shipmentLot)
    .innerJoin(shipment, eq(shipment.id, shipmentLot.shipmentId))
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .where(and(eq(shipmentLot.id, id), eq(order.no, orderNo), eq(order.merchantId, merchantId)));
  return row?.lot ?? null;
}

/** Adds codes to a parcel's lot. The caller has locked the trade. */
export async function addLotCodes(tx: Tx, id: number, codes: readonly string[]): Promise<void> {
  await tx
    .update(shipmentLot)
    .set({ traceCodes: sql`${shipmentLot.traceCodes} || ${sql.param(codes)}::text[]` })
    .where(eq(shipmentLot.id, id));
}

/** Of parcels' lots those whose codes a buyer asks for. */
export async function listCodeRequests(db: Db, shipmentLotIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: codeRequest.shipmentLotId })
    .from(codeRequest)
    .where(inArray(codeRequest.shipmentLotId, [...shipmentLotIds]));
  return rows.map(({ id }) => id);
}

/** Tracking events of parcels to show, in the order in which they happened. */
export async function listShipmentEvents(db: Db | Tx, shipmentIds: readonly number[]) {
  return db
    .select()
    .from(shipmentEvent)
    .where(and(inArray(shipmentEvent.shipmentId, [...shipmentIds]), isOfNumber))
    .orderBy(asc(shipmentEvent.at), asc(shipmentEvent.id));
}
