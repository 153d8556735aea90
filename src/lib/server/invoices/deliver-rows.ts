/** Deliveries of issued invoices to mail and mobile (rules 19). A row is leased by its `next_at`. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { DeliveryWay } from '#lib/rules/invoices/delivery.ts';
import { must } from '#lib/rules/terms/must.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { invoice, invoiceDelivery, invoiceFile, jobFailure } from '../db/schema.ts';
import type { InvoiceRecord } from './read-rows.ts';

export type DeliveryRow = typeof invoiceDelivery.$inferSelect;

const job = 'deliverInvoices';

/** The job's name of a delivery. */
export const deliveryKey = ({ invoiceId, way }: Pick<DeliveryRow, 'invoiceId' | 'way'>) =>
  `${invoiceId}:${way}`;

/**
 * Writes down that an issued invoice with a file is delivered by these ways at a moment. Ways that were written down
 * before stay as they are: each is sent once by itself.
 */
export async function planDeliveries(
  db: Db | Tx,
  invoiceId: number,
  ways: readonly DeliveryWay[],
  at: Date,
): Promise<void> {
  if (ways.length === 0 || (await db.$count(invoiceFile, eq(invoiceFile.invoiceId, invoiceId))) === 0) return;
  await db
    .insert(invoiceDelivery)
    .values(ways.map((way) => ({ invoiceId, way, nextAt: at })))
    .onConflictDoNothing();
}

/** The deliveries of an invoice that the caller has found to be the reader's. */
export function listDeliveries(db: Db | Tx, invoiceId: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(invoiceDelivery)
    .where(eq(invoiceDelivery.invoiceId, invoiceId))
    .orderBy(invoiceDelivery.way);
}

/** Sends by these ways again because people ask; counts it. The caller holds the invoice's lock. */
export async function sendAgain(
  tx: Tx,
  invoiceId: number,
  ways: readonly DeliveryWay[],
  now: Date,
): Promise<void> {
  if (ways.length === 0) return;
  await tx
    .insert(invoiceDelivery)
    .values(ways.map((way) => ({ invoiceId, way, nextAt: now, asked: 1, askedAt: now })))
    .onConflictDoUpdate({
      target: [invoiceDelivery.invoiceId, invoiceDelivery.way],
      set: {
        state: 'waiting',
        nextAt: now,
        tries: 0,
        fault: '',
        asked: sql`${invoiceDelivery.asked} + 1`,
        askedAt: now,
      },
    });
  const keys = ways.map((way) => deliveryKey({ invoiceId, way }));
  // It is tried now, however long the last failure has it rest.
  await tx.delete(jobFailure).where(and(eq(jobFailure.job, job), inArray(jobFailure.rowKey, keys)));
}

const isDue = (now: Date) =>
  and(inArray(invoiceDelivery.state, ['waiting', 'sending']), lte(invoiceDelivery.nextAt, now));

/** Deliveries by these ways that are due, the longest due first. */
export function listDueDeliveries(db: Db, ways: readonly DeliveryWay[], now: Date, limit: number) {
  const { invoiceId, way, nextAt } = invoiceDelivery;
  return db
    .select({ invoiceId, way })
    .from(invoiceDelivery)
    .where(and(isDue(now), inArray(way, [...ways]), isReady(job, sql`${invoiceId} || ':' || ${way}`, now)))
    .orderBy(nextAt, invoiceId)
    .limit(limit);
}

/** A delivery that is being sent, as it was before, with its invoice. */
export interface Leased {
  was: DeliveryRow;
  row: InvoiceRecord;
  /** The end of the lease, by which its row is known. */
  leased: Date;
  /** When the sending began: of one that was cut off the moment of that time. */
  begunAt: Date;
}

/**
 * Takes a due delivery to send it, for so many ms; null when another process has it, or it is due no more. When a sending
 * began stays in the row until it ends or is begun anew ({@link beginAgain}), however often its fate is asked in vain.
 */
export async function leaseDelivery(
  db: Db,
  { invoiceId, way }: Pick<DeliveryRow, 'invoiceId' | 'way'>,
  ms: number,
  now: Date,
): Promise<Leased | null> {
  const leased = new Date(now.getTime() + ms);
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ was: invoiceDelivery, row: invoice })
      .from(invoiceDelivery)
      .innerJoin(invoice, eq(invoice.id, invoiceDelivery.invoiceId))
      .where(and(eq(invoiceDelivery.invoiceId, invoiceId), eq(invoiceDelivery.way, way), isDue(now)))
      .for('no key update', { of: invoiceDelivery, skipLocked: true });
    if (found === undefined) return null;
    const begunAt = found.was.state === 'sending' ? begunAtOf(found.was, ms) : now;
    await tx
      .update(invoiceDelivery)
      .set({ state: 'sending', nextAt: leased, sentAt: begunAt })
      .where(and(eq(invoiceDelivery.invoiceId, invoiceId), eq(invoiceDelivery.way, way)));
    return { ...found, leased, begunAt };
  });
}

/** When a sending that was cut off began. A release before this one wrote down the end of its lease alone. */
function begunAtOf({ sentAt, askedAt, nextAt }: DeliveryRow, ms: number): Date {
  if (sentAt !== null && (askedAt === null || sentAt >= askedAt)) return sentAt;
  return new Date(must(nextAt, 'the end of the lease').getTime() - ms);
}

/** Writes down that a sending of which nothing went out begins anew; false where the lease went to another. */
export function beginAgain(
  db: Db,
  key: Pick<DeliveryRow, 'invoiceId' | 'way'>,
  leased: Date,
  now: Date,
): Promise<boolean> {
  return endDelivery(db, key, leased, { sentAt: now });
}

/** Writes down what became of a lease; false where people have asked again since, or the lease went to another. */
export async function endDelivery(
  tx: Db | Tx,
  { invoiceId, way }: Pick<DeliveryRow, 'invoiceId' | 'way'>,
  leased: Date,
  patch: Partial<typeof invoiceDelivery.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(invoiceDelivery)
    .set(patch)
    .where(
      and(
        eq(invoiceDelivery.invoiceId, invoiceId),
        eq(invoiceDelivery.way, way),
        eq(invoiceDelivery.state, 'sending'),
        eq(invoiceDelivery.nextAt, leased),
      ),
    );
  return rowCount === 1;
}
