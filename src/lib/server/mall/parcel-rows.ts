/** Parcels of the mall with their tracking. Events are only added; those of a wrong number go with it. */
import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { pointsOrder, pointsParcel, pointsParcelEvent } from '../db/schema.ts';
import { spellingsOf } from '../tracking/rows.ts';

type ParcelRow = typeof pointsParcel.$inferSelect;

/** Parcels whose provider is due to be asked, the longest due first. */
export async function listParcelsToAsk(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: pointsParcel.id })
    .from(pointsParcel)
    .where(and(lte(pointsParcel.askAt, now), isReady('followPointsParcels', pointsParcel.id, now)))
    .orderBy(asc(pointsParcel.askAt), asc(pointsParcel.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A parcel with its order's company and address; null for an unknown one. `tx` locks the parcel's row. */
export async function findParcel(db: Db | Tx, id: number, { isLocked }: { isLocked: boolean }) {
  const query = db
    .select({ parcel: pointsParcel, companyId: pointsOrder.companyId, address: pointsOrder.address })
    .from(pointsParcel)
    .innerJoin(pointsOrder, eq(pointsOrder.no, pointsParcel.orderNo))
    .where(eq(pointsParcel.id, id));
  const [row] = await (isLocked ? query.for('no key update', { of: pointsParcel }) : query);
  return row ?? null;
}

/** The parcels that a provider means by a number. */
export async function listParcelsOf(
  db: Db,
  provider: string,
  { codes, trackingNo }: { codes: readonly string[]; trackingNo: string },
): Promise<number[]> {
  const rows = await db
    .select({ id: pointsParcel.id })
    .from(pointsParcel)
    .where(
      and(
        eq(pointsParcel.provider, provider),
        inArray(pointsParcel.code, [...codes]),
        inArray(pointsParcel.trackingNo, spellingsOf(trackingNo)),
      ),
    )
    .orderBy(asc(pointsParcel.id));
  return rows.map(({ id }) => id);
}

/** Answers how many events were new. */
export async function addEvents(
  tx: Tx,
  parcelId: number,
  events: readonly Pick<typeof pointsParcelEvent.$inferSelect, 'at' | 'text' | 'state'>[],
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = await tx
    .insert(pointsParcelEvent)
    .values(events.map(({ at, text, state }) => ({ parcelId, at, text, state })))
    .onConflictDoNothing()
    .returning({ id: pointsParcelEvent.id });
  return rows.length;
}

/** Events of parcels, in the order in which they happened. */
export async function listEvents(db: Db | Tx, parcelIds: readonly number[]) {
  return db
    .select()
    .from(pointsParcelEvent)
    .where(inArray(pointsParcelEvent.parcelId, [...parcelIds]))
    .orderBy(asc(pointsParcelEvent.at), asc(pointsParcelEvent.id));
}

export async function updateParcel(
  db: Db | Tx,
  id: number,
  patch: Partial<ParcelRow>,
  trackingNo?: string,
): Promise<void> {
  await db
    .update(pointsParcel)
    .set(patch)
    .where(
      and(
        eq(pointsParcel.id, id),
        trackingNo === undefined ? undefined : eq(pointsParcel.trackingNo, trackingNo),
      ),
    );
}

/** Writes the parcel of a locked order; false where it has one of this number. */
export async function insertParcel(
  tx: Tx,
  { orderNo, carrier, trackingNo, now }: { orderNo: string; carrier: string; trackingNo: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(pointsParcel)
    .values({ orderNo, carrier, trackingNo, sentAt: now, movedAt: now, askAt: now })
    .onConflictDoNothing()
    .returning({ id: pointsParcel.id });
  return rows.length > 0;
}

/** Gives a locked parcel another carrier and number: what was told of the old one goes, and tracking starts again. */
export async function renumberParcel(
  tx: Tx,
  id: number,
  { carrier, trackingNo, now }: { carrier: string; trackingNo: string; now: Date },
): Promise<void> {
  await tx.delete(pointsParcelEvent).where(eq(pointsParcelEvent.parcelId, id));
  const patch = {
    carrier,
    trackingNo,
    state: 'sent',
    movedAt: now,
    provider: null,
    code: null,
    askAt: now,
  } as const;
  await updateParcel(tx, id, patch);
}

/** Parcels of an order, the newest first. */
export async function listParcels(db: Db | Tx, orderNo: string): Promise<ParcelRow[]> {
  return db
    .select()
    .from(pointsParcel)
    .where(eq(pointsParcel.orderNo, orderNo))
    .orderBy(desc(pointsParcel.id));
}
