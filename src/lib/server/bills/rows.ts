/** Bills of payment providers next to our books, and the differences. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { BillLine, BillProblem } from '#lib/rules/orders/bill.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { billDifference, billLine, payment, providerBill } from '../db/schema.ts';

type DifferenceRow = typeof billDifference.$inferSelect;

/** Of these days those whose bill was read. */
export async function listReadDays(db: Db, source: string, days: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ day: providerBill.day })
    .from(providerBill)
    .where(and(eq(providerBill.source, source), inArray(providerBill.day, [...days])));
  return rows.map(({ day }) => day);
}

/** True when the bill that was read for a day has any line. */
export async function hasLines(db: Db, source: string, day: string): Promise<boolean> {
  const [row] = await db
    .select({ lines: providerBill.lines })
    .from(providerBill)
    .where(and(eq(providerBill.source, source), eq(providerBill.day, day)));
  return row !== undefined && row.lines > 0;
}

/** Days with an open difference. */
export async function listOpenDays(db: Db, source: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ day: billDifference.day })
    .from(billDifference)
    .where(and(eq(billDifference.source, source), isNull(billDifference.settledAt)));
  return rows.map(({ day }) => day);
}

/** Saves a day's bill. A repeat changes nothing. */
export async function saveBill(
  tx: Tx,
  { source, day, lines }: { source: string; day: string; lines: readonly BillLine[] },
  now: Date,
): Promise<void> {
  for (let at = 0; at < lines.length; at += 1_000)
    await tx
      .insert(billLine)
      .values(lines.slice(at, at + 1_000).map((line) => ({ ...line, source, day })))
      .onConflictDoNothing();
  await tx
    .insert(providerBill)
    .values({ source, day, lines: lines.length, readAt: now })
    .onConflictDoNothing();
}

export interface Difference extends Pick<BillLine, 'kind' | 'no' | 'providerNo'> {
  problem: BillProblem;
  ours: number | null;
  theirs: number | null;
}

/**
 * Saves the differences of a day: known ones stay as they are, those that are gone settle by themselves. One that a
 * person settled stays settled.
 */
export async function saveDifferences(
  tx: Tx,
  { source, day, found }: { source: string; day: string; found: readonly Difference[] },
  now: Date,
): Promise<number> {
  const remaining: number[] = [];
  let made = 0;
  for (const one of found) {
    const [row] = await tx
      .insert(billDifference)
      .values({ ...one, source, day, foundAt: now })
      .onConflictDoUpdate({
        target: [
          billDifference.source,
          billDifference.kind,
          billDifference.problem,
          billDifference.no,
          billDifference.providerNo,
        ],
        set: { ours: one.ours, theirs: one.theirs },
      })
      .returning({ id: billDifference.id, foundAt: billDifference.foundAt });
    const { id, foundAt } = must(row, `difference of ${one.no}`);
    remaining.push(id);
    if (foundAt.getTime() === now.getTime()) made += 1;
  }
  await tx
    .update(billDifference)
    .set({ settledAt: now, note: '再次核对时已一致' })
    .where(
      and(
        eq(billDifference.source, source),
        eq(billDifference.day, day),
        isNull(billDifference.settledAt),
        remaining.length > 0 ? sql`not ${inArray(billDifference.id, remaining)}` : undefined,
      ),
    );
  return made;
}

/** Makes payments due for a query when the provider booked the money and we did not. */
export async function askAgain(tx: Tx, nos: readonly string[], now: Date): Promise<void> {
  if (nos.length > 0)
    await tx
      .update(payment)
      .set({ askAt: now })
      .where(inArray(payment.no, [...nos]));
}

/** Differences that need a person. Over `bill_difference`. */
export const isOpenDifference = isNull(billDifference.settledAt);

export async function findDifference(db: Db | Tx, id: number): Promise<DifferenceRow | null> {
  const [row] = await db.select().from(billDifference).where(eq(billDifference.id, id));
  return row ?? null;
}

/** Settles an open one; false when another person was quicker. */
export async function settleDifference(
  tx: Tx,
  id: number,
  patch: { settledAt: Date; settledBy: string; note: string },
): Promise<boolean> {
  const rows = await tx
    .update(billDifference)
    .set(patch)
    .where(and(eq(billDifference.id, id), isNull(billDifference.settledAt)))
    .returning({ id: billDifference.id });
  return rows.length > 0;
}
