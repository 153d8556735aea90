/** 冷链记录 of parcels: how each left, and its temperature on arrival. Degrees outside of the table, tenths in it. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ColdRecord } from '#lib/rules/orders/cold-chain.ts';
import type { Db, Tx } from '../db/client.ts';
import { coldRecord, order, shipment } from '../db/schema.ts';

/** A parcel of a refrigerated order; a missing record is null or empty. */
export interface ColdParcel {
  shipmentId: number;
  carrier: string;
  trackingNo: string;
  degrees: number | null;
  cooler: string;
  recorder: string;
  arrived: number | null;
}

/** Saves how a parcel left. */
export async function insertColdRecord(
  tx: Tx,
  shipmentId: number,
  { degrees, cooler, recorder }: ColdRecord,
): Promise<void> {
  await tx.insert(coldRecord).values({ shipmentId, sentTenths: Math.round(degrees * 10), cooler, recorder });
}

/** The parcels of an order with the records of each, the first first; also those without any. */
export async function listColdParcels(db: Db | Tx, orderNo: string): Promise<ColdParcel[]> {
  const rows = await db
    .select({ parcel: shipment, cold: coldRecord })
    .from(shipment)
    .leftJoin(coldRecord, eq(coldRecord.shipmentId, shipment.id))
    .where(eq(shipment.orderNo, orderNo))
    .orderBy(asc(shipment.id));
  return rows.map(({ parcel: { id, carrier, trackingNo }, cold }) => ({
    shipmentId: id,
    carrier,
    trackingNo,
    degrees: degreesOf(cold?.sentTenths),
    cooler: cold?.cooler ?? '',
    recorder: cold?.recorder ?? '',
    arrived: degreesOf(cold?.arrivedTenths),
  }));
}

function degreesOf(tenths: number | null | undefined): number | null {
  return tenths === null || tenths === undefined ? null : tenths / 10;
}

/** Saves the arrival temperature of the company's own parcel; false where there is one already. */
export async function setArrival(
  tx: Tx,
  { shipmentId, companyId }: { shipmentId: number; companyId: number },
  { degrees, userId, now }: { degrees: number; userId: string; now: Date },
): Promise<boolean> {
  const own = await tx
    .select({ id: shipment.id })
    .from(shipment)
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .where(and(eq(shipment.id, shipmentId), eq(order.companyId, companyId)));
  if (own.length === 0) return false;
  const arrival = { arrivedTenths: Math.round(degrees * 10), arrivedAt: now, arrivedBy: userId };
  const done = await tx
    .insert(coldRecord)
    .values({ shipmentId, ...arrival })
    .onConflictDoUpdate({
      target: coldRecord.shipmentId,
      set: arrival,
      setWhere: isNull(coldRecord.arrivedTenths),
    })
    .returning({ id: coldRecord.shipmentId });
  return done.length > 0;
}
