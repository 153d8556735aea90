/** What was handed to carriers, with the lots that each parcel carries and what the carrier reports. */
import { asc, eq, inArray } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { shipment, shipmentEvent, shipmentLot, tracking } from '../db/schema.ts';

export type NewLot = Omit<typeof shipmentLot.$inferInsert, 'id' | 'shipmentId'>;

/** Answers the parcel's id. Its codes are claimed apart (`claimCodes`). */
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

export async function listLots(db: Db | Tx, shipmentIds: readonly number[]) {
  return db
    .select()
    .from(shipmentLot)
    .where(inArray(shipmentLot.shipmentId, [...shipmentIds]))
    .orderBy(asc(shipmentLot.id));
}

/** In the order in which they happened. */
export async function listShipmentEvents(db: Db | Tx, shipmentIds: readonly number[]) {
  return db
    .select()
    .from(shipmentEvent)
    .where(inArray(shipmentEvent.shipmentId, [...shipmentIds]))
    .orderBy(asc(shipmentEvent.at), asc(shipmentEvent.id));
}
