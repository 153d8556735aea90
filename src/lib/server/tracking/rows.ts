/** Tracking of parcels. Events are only added; a parcel's row is changed only by the holder of its lock. */
import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { order, shipment, shipmentEvent, tracking, trade } from '../db/schema.ts';

type TrackingRow = typeof tracking.$inferSelect;

/** Parcels whose provider is due to be asked, the longest due first. */
export async function listParcelsToAsk(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: tracking.shipmentId })
    .from(tracking)
    .where(and(lte(tracking.askAt, now), isReady('followParcels', tracking.shipmentId, now)))
    .orderBy(asc(tracking.askAt), asc(tracking.shipmentId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The facts that a query to the provider needs. */
export async function findParcelToAsk(db: Db, shipmentId: number) {
  const [row] = await db
    .select({
      provider: tracking.provider,
      code: tracking.code,
      askAt: tracking.askAt,
      carrier: shipment.carrier,
      trackingNo: shipment.trackingNo,
      sentAt: shipment.shippedAt,
      address: trade.address,
    })
    .from(tracking)
    .innerJoin(shipment, eq(shipment.id, tracking.shipmentId))
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .where(eq(tracking.shipmentId, shipmentId));
  return row ?? null;
}

/**
 * A tracking number as a sender may have written it: as the provider does, in capitals, in small letters, or with the
 * first letter in capitals, as a telephone does. Each spelling is looked up in the index; comparing capitals would read
 * every parcel for every push.
 */
export function spellingsOf(trackingNo: string): string[] {
  const [small, large] = [trackingNo.toLowerCase(), trackingNo.toUpperCase()];
  return [...new Set([trackingNo, small, large, `${large.slice(0, 1)}${small.slice(1)}`])];
}

/**
 * The parcels that a provider means by a number: several orders may share one parcel, and its sender may write the
 * number in small letters.
 */
export async function listParcelsOf(
  db: Db,
  provider: string,
  { codes, trackingNo }: { codes: readonly string[]; trackingNo: string },
): Promise<number[]> {
  const rows = await db
    .select({ id: tracking.shipmentId })
    .from(tracking)
    .innerJoin(shipment, eq(shipment.id, tracking.shipmentId))
    .where(
      and(
        eq(tracking.provider, provider),
        inArray(tracking.code, [...codes]),
        inArray(shipment.trackingNo, spellingsOf(trackingNo)),
      ),
    )
    .orderBy(asc(tracking.shipmentId));
  return rows.map(({ id }) => id);
}

/** Locks a parcel's row until the transaction ends and answers it with its company. Null for an unknown one. */
export async function lockTracking(tx: Tx, shipmentId: number) {
  const [held] = await tx
    .select()
    .from(tracking)
    .where(eq(tracking.shipmentId, shipmentId))
    .for('no key update');
  if (held === undefined) return null;
  const [of] = await tx
    .select({
      orderNo: shipment.orderNo,
      companyId: order.companyId,
      carrier: shipment.carrier,
      trackingNo: shipment.trackingNo,
      sentAt: shipment.shippedAt,
    })
    .from(shipment)
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .where(eq(shipment.id, shipmentId));
  return of === undefined ? null : { ...held, ...of };
}

/** Adds the events that are not there yet; answers how many were new. */
export async function addEvents(
  tx: Tx,
  shipmentId: number,
  events: readonly Omit<typeof shipmentEvent.$inferInsert, 'id' | 'shipmentId'>[],
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = await tx
    .insert(shipmentEvent)
    .values(events.map((event) => ({ ...event, shipmentId })))
    .onConflictDoNothing()
    .returning({ id: shipmentEvent.id });
  return rows.length;
}

/**
 * Events of the parcel's current number. No event is ever deleted: a correction adds an event with an empty text, which
 * no page shows, and earlier events of the carrier belong to another parcel.
 */
export const isOfNumber = sql`(${shipmentEvent.text} <> '' and (${shipmentEvent.state} is null or not exists (
  select 1 from shipment_event later where later.shipment_id = ${shipmentEvent.shipmentId} and later.text = ''
    and later.id > ${shipmentEvent.id})))`;

/** The carrier's events for the parcel's current number, in the order in which they happened. */
export async function listSentEvents(tx: Tx, shipmentId: number) {
  return tx
    .select({ at: shipmentEvent.at, state: shipmentEvent.state, text: shipmentEvent.text })
    .from(shipmentEvent)
    .where(and(eq(shipmentEvent.shipmentId, shipmentId), isNotNull(shipmentEvent.state), isOfNumber))
    .orderBy(asc(shipmentEvent.at), asc(shipmentEvent.id));
}

/** With `trackingNo`: only while the parcel still has that number. */
export async function updateTracking(
  tx: Db | Tx,
  shipmentId: number,
  patch: Partial<Omit<TrackingRow, 'shipmentId'>>,
  trackingNo?: string,
): Promise<void> {
  const isStill =
    trackingNo === undefined
      ? undefined
      : sql`exists (select 1 from ${shipment} where ${shipment.id} = ${shipmentId} and ${shipment.trackingNo} = ${trackingNo})`;
  await tx
    .update(tracking)
    .set(patch)
    .where(and(eq(tracking.shipmentId, shipmentId), isStill));
}

/**
 * Gives a locked parcel another carrier and number and adds a correction event: events of the old number no longer
 * count (`isOfNumber`), and tracking starts again.
 */
export async function renumberParcel(
  tx: Tx,
  shipmentId: number,
  { carrier, trackingNo, text, now }: { carrier: string; trackingNo: string; text: string; now: Date },
): Promise<void> {
  const [row] = await tx
    .update(shipment)
    .set({ carrier, trackingNo })
    .where(eq(shipment.id, shipmentId))
    .returning({ at: shipment.shippedAt });
  await tx.insert(shipmentEvent).values([
    { shipmentId, text: '', at: now },
    { shipmentId, text, at: now },
  ]);
  await updateTracking(tx, shipmentId, {
    state: 'sent',
    movedAt: row?.at ?? now,
    provider: null,
    code: null,
    askAt: now,
  });
}

/** Tracking states by shipment id. */
export async function readTracking(db: Db | Tx, shipmentIds: readonly number[]) {
  const rows = await db
    .select()
    .from(tracking)
    .where(inArray(tracking.shipmentId, [...shipmentIds]));
  return new Map(rows.map((row) => [row.shipmentId, row]));
}
