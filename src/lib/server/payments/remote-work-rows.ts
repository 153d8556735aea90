/** Payments and refunds that wait for a remote provider: due ones, and taking them. */
import { and, asc, eq, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { RefundState } from '#lib/rules/orders/refund-state.ts';
import type { RemoteState } from '#lib/rules/orders/remote-state.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { payment, refund } from '../db/schema.ts';
import type { RefundRow } from './refund-rows.ts';
import type { PaymentRow } from './rows.ts';

/** Numbers of payments due for a query that do not rest after a failure, the longest waiting first. */
export async function listPaymentsToAsk(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ no: payment.no })
    .from(payment)
    .where(and(lte(payment.askAt, now), isReady('askProviders', payment.no, now)))
    .orderBy(asc(payment.askAt))
    .limit(limit);
  return rows.map((row) => row.no);
}

/** Takes the query of a due payment and sets the next query time; null when it is not due. */
export async function takeAsking(db: Db, no: string, now: Date, next: Date): Promise<PaymentRow | null> {
  const [row] = await db
    .update(payment)
    .set({ askAt: next })
    .where(and(eq(payment.no, no), lte(payment.askAt, now)))
    .returning();
  return row ?? null;
}

function withPart(db: Db, payNo: string) {
  return db
    .select({ no: payment.no })
    .from(payment)
    .where(or(eq(payment.no, payNo), eq(payment.partOf, payNo)));
}

function isDue(states: readonly RemoteState[], now: Date) {
  return and(inArray(refund.status, [...states]), or(isNull(refund.askAt), lte(refund.askAt, now)));
}

/**
 * Numbers of refunds to be sent or queried, the oldest first; `payNo` narrows to one payment's, with its balance part.
 * People send those by bank.
 */
export async function listDueRefunds(
  db: Db,
  states: readonly RemoteState[],
  now: Date,
  limit: number,
  payNo?: string,
): Promise<string[]> {
  const rows = await db
    .select({ no: refund.no })
    .from(refund)
    .where(
      and(
        isDue(states, now),
        // People do those.
        ne(refund.provider, bankProvider),
        payNo === undefined ? undefined : inArray(refund.payNo, withPart(db, payNo)),
        isReady('runRefunds', refund.no, now),
      ),
    )
    .orderBy(asc(refund.createdAt), asc(refund.no))
    .limit(limit);
  return rows.map((row) => row.no);
}

export async function findRefund(db: Db | Tx, no: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refund).where(eq(refund.no, no));
  return row ?? null;
}

/** Makes a refund due for a query that is in one of `states`. */
export async function hurryRefund(
  db: Db,
  no: string,
  states: readonly RemoteState[],
  now: Date,
): Promise<void> {
  await db
    .update(refund)
    .set({ askAt: now })
    .where(and(eq(refund.no, no), inArray(refund.status, [...states]), gt(refund.askAt, now)));
}

/** Moves a due refund from the state that was read to sent; false when another process was quicker. */
export async function takeRefund(
  db: Db,
  no: string,
  from: RemoteState,
  { now, next }: { now: Date; next: Date },
): Promise<boolean> {
  const rows = await db
    .update(refund)
    .set({ status: 'sent', askAt: next })
    .where(and(eq(refund.no, no), isDue([from], now)))
    .returning({ no: refund.no });
  return rows.length > 0;
}

/** Moves a refund that is still in one of `from`; false when it is not. */
export async function moveRefund(
  db: Db | Tx,
  no: string,
  from: readonly RefundState[],
  to: RefundState,
  patch: Partial<Pick<RefundRow, 'askAt' | 'doneAt'>> = {},
): Promise<boolean> {
  const rows = await db
    .update(refund)
    .set({ ...patch, status: to })
    .where(and(eq(refund.no, no), inArray(refund.status, [...from])))
    .returning({ no: refund.no });
  return rows.length > 0;
}
