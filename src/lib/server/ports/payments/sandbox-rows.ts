/** The books of the 模拟收银台. Only its own module reads and writes them. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { isReady } from '../../core/jobs/job-rows.ts';
import type { Db, Tx } from '../../db/client.ts';
import { sandboxCharge, sandboxOrder, sandboxRefund } from '../../db/schema.ts';

export type ChargeRow = typeof sandboxCharge.$inferSelect;

/** Books an order; false when it was closed before. */
export async function openSandboxOrder(db: Db, payNo: string): Promise<boolean> {
  await db.insert(sandboxOrder).values({ payNo }).onConflictDoNothing();
  return (await findSandboxOrder(db, payNo)) === 'open';
}

/** Whether an order can still be paid; undefined for an unknown one. */
export async function findSandboxOrder(db: Db | Tx, payNo: string): Promise<'open' | 'closed' | undefined> {
  const [row] = await db.select().from(sandboxOrder).where(eq(sandboxOrder.payNo, payNo));
  return row && (row.closedAt === null ? 'open' : 'closed');
}

/** Locks an order that can still be paid; false for any other. */
export async function lockOpenOrder(tx: Tx, payNo: string): Promise<boolean> {
  const rows = await tx
    .select({ payNo: sandboxOrder.payNo })
    .from(sandboxOrder)
    .where(and(eq(sandboxOrder.payNo, payNo), isNull(sandboxOrder.closedAt)))
    .for('update');
  return rows.length > 0;
}

/** Closes an order, also one that is not booked yet. One that is paid stays as it is. */
export async function closeSandboxOrder(tx: Tx, payNo: string, now: Date): Promise<void> {
  await tx.insert(sandboxOrder).values({ payNo }).onConflictDoNothing();
  if (!(await lockOpenOrder(tx, payNo))) return;
  if ((await listCharges(tx, payNo)).some((charge) => charge.isPaid)) return;
  await tx.update(sandboxOrder).set({ closedAt: now }).where(eq(sandboxOrder.payNo, payNo));
}

/** Saves a charge; false when its number exists already. */
export async function insertCharge(tx: Tx, row: typeof sandboxCharge.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(sandboxCharge)
    .values(row)
    .onConflictDoNothing()
    .returning({ no: sandboxCharge.no });
  return rows.length > 0;
}

/** Charges of a payment at the counter, the newest first. */
export async function listCharges(db: Db | Tx, payNo: string): Promise<ChargeRow[]> {
  return db
    .select()
    .from(sandboxCharge)
    .where(eq(sandboxCharge.payNo, payNo))
    .orderBy(sql`${sandboxCharge.createdAt} desc`);
}

export async function listDueCharges(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ no: sandboxCharge.no })
    .from(sandboxCharge)
    .where(and(lte(sandboxCharge.notifyAt, now), isReady('callFromSandbox', sandboxCharge.no, now)))
    .orderBy(asc(sandboxCharge.notifyAt))
    .limit(limit);
  return rows.map((row) => row.no);
}

/** Takes a due call and sets the next try ahead, so that no two processes make the same one. */
export async function takeCharge(
  db: Db,
  no: string,
  now: Date,
  nextTry: Date,
): Promise<ChargeRow | undefined> {
  const [row] = await db
    .update(sandboxCharge)
    .set({ notifyAt: nextTry, tries: sql`${sandboxCharge.tries} + 1` })
    .where(and(eq(sandboxCharge.no, no), lte(sandboxCharge.notifyAt, now)))
    .returning();
  return row;
}

/** A call was answered: one fewer to make. */
export async function markNotified(db: Db, no: string, nextAt: Date): Promise<void> {
  await db
    .update(sandboxCharge)
    .set({
      notifiesLeft: sql`${sandboxCharge.notifiesLeft} - 1`,
      notifyAt: sql`case when ${sandboxCharge.notifiesLeft} > 1 then ${nextAt}::timestamptz end`,
    })
    .where(eq(sandboxCharge.no, no));
}

export async function giveUpCharge(db: Db, no: string): Promise<void> {
  await db.update(sandboxCharge).set({ notifyAt: null }).where(eq(sandboxCharge.no, no));
}

/**
 * Refunds money of a paid charge under the shop's number: `known` when that was done before, `refused` when there is no
 * such charge or not so much left of it.
 */
export async function bookRefund(
  tx: Tx,
  row: { no: string; chargeNo: string; amount: number },
): Promise<'new' | 'known' | 'refused'> {
  const [charge] = await tx
    .select()
    .from(sandboxCharge)
    .where(and(eq(sandboxCharge.no, row.chargeNo), eq(sandboxCharge.isPaid, true)))
    .for('update');
  if (!charge) return 'refused';
  const given = await tx.select().from(sandboxRefund).where(eq(sandboxRefund.chargeNo, row.chargeNo));
  if (given.some((one) => one.no === row.no)) return 'known';
  if (given.reduce((sum, one) => sum + one.amount, row.amount) > charge.amount) return 'refused';
  await tx.insert(sandboxRefund).values(row);
  return 'new';
}

/** True when the counter has refunded under a number. */
export async function findSandboxRefund(db: Db, no: string): Promise<{ no: string } | undefined> {
  const [row] = await db.select({ no: sandboxRefund.no }).from(sandboxRefund).where(eq(sandboxRefund.no, no));
  return row;
}
