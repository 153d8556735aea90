/** How far parcels are. Events are only added; a parcel's row is changed by who holds it. */
import { and, asc, countDistinct, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { deskOrderTabs } from '#lib/rules/orders/desk-orders.ts';
import { parcelStates, standsStillAfter } from '#lib/rules/orders/parcel-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Db, Tx } from '../db/client.ts';
import { order, shipment, shipmentEvent, tracking, trade } from '../db/schema.ts';
import { isReady } from './jobs.ts';

export type TrackingRow = typeof tracking.$inferSelect;

/** Parcels that a house is to be asked about now, the longest due first. */
export async function listParcelsToAsk(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: tracking.shipmentId })
    .from(tracking)
    .where(and(lte(tracking.askAt, now), isReady('followParcels', tracking.shipmentId, now)))
    .orderBy(asc(tracking.askAt), asc(tracking.shipmentId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What a house is asked with. */
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
 * A number as a sender may have written it: as the house does, in capitals, small, or as a telephone begins a sentence.
 * Each is looked up in the index; a comparison of capitals would read every parcel for every push.
 */
function spellingsOf(trackingNo: string): string[] {
  const [small, large] = [trackingNo.toLowerCase(), trackingNo.toUpperCase()];
  return [...new Set([trackingNo, small, large, `${large.slice(0, 1)}${small.slice(1)}`])];
}

/** The parcels that a house means by a number: several orders may go in one, and a sender may write it small. */
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

/** Holds a parcel's row until the transaction ends, with whose it is. Null for none. */
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
 * Events of the number that a parcel has now. None is ever deleted: a correction leaves an event without a text, which
 * nobody tells or reads, and what carriers told before it is of another parcel.
 */
export const isOfNumber = sql`(${shipmentEvent.text} <> '' and (${shipmentEvent.state} is null or not exists (
  select 1 from shipment_event later where later.shipment_id = ${shipmentEvent.shipmentId} and later.text = ''
    and later.id > ${shipmentEvent.id})))`;

/** What its carrier has told of a parcel under the number that it has, in the order in which it happened. */
export async function listToldEvents(tx: Tx, shipmentId: number) {
  return tx
    .select({ at: shipmentEvent.at, state: shipmentEvent.state, text: shipmentEvent.text })
    .from(shipmentEvent)
    .where(and(eq(shipmentEvent.shipmentId, shipmentId), isNotNull(shipmentEvent.state), isOfNumber))
    .orderBy(asc(shipmentEvent.at), asc(shipmentEvent.id));
}

/** With a number: only while the parcel still has it. */
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
 * Gives a held parcel another carrier and number, with a word of it: what was told of the old number counts no more
 * (`isOfNumber`), and it is followed anew.
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

/** How far parcels are, by shipment. */
export async function readTracking(db: Db | Tx, shipmentIds: readonly number[]) {
  const rows = await db
    .select()
    .from(tracking)
    .where(inArray(tracking.shipmentId, [...shipmentIds]));
  return new Map(rows.map((row) => [row.shipmentId, row]));
}

const onWay = keysOf(parcelStates).filter((state) => parcelStates[state].isOnWay);

/** `needsLooking` of the rules. */
function isToLookAt(now: Date): SQL {
  const silentSince = new Date(now.getTime() - standsStillAfter);
  return sql`(${inArray(tracking.state, ['trouble', 'returned'])} or (${isNotNull(tracking.provider)}
    and ${inArray(tracking.state, onWay)} and ${lte(tracking.movedAt, silentSince)}))`;
}

/** Whether one of an order's parcels needs looking after. */
export function hasStuckParcel(now: Date): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${tracking} join ${shipment} on ${shipment.id} = ${tracking.shipmentId}
    where ${shipment.orderNo} = ${order.no} and ${isToLookAt(now)})`;
}

/** Orders on their way with such a parcel: how many, and since when the longest of them is silent. */
export async function countStuckOrders(db: Db, within: number | null, now: Date) {
  const silent = sql<number | null>`(extract(epoch from min(${tracking.movedAt})) * 1000)::float8`;
  const [row] = await db
    .select({ count: countDistinct(order.no), silent })
    .from(tracking)
    .innerJoin(shipment, eq(shipment.id, tracking.shipmentId))
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .where(
      and(
        inArray(order.status, [...deskOrderTabs.stuck.statuses]),
        within === null ? undefined : eq(order.merchantId, within),
        isToLookAt(now),
      ),
    );
  const first = row?.silent ?? null;
  return { count: row?.count ?? 0, since: first === null ? null : new Date(first) };
}
