/** What the closing of a merchant writes. */
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { merchant, staff, staffInvite } from '../db/schema.ts';

/** An order that was being placed when the closing began has been written by then, ms. */
const settledMs = 60_000;

export async function lockMerchant(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`select 1 from merchant where id = ${id} for update`);
}

/** False for a merchant that closes already. */
export async function beginClosing(tx: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(merchant)
    .set({ closingAt: now })
    .where(and(eq(merchant.id, id), isNull(merchant.closingAt)))
    .returning({ id: merchant.id });
  return rows.length > 0;
}

/** False for a merchant that does not close, or is closed. */
export async function endClosing(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .update(merchant)
    .set({ closingAt: null })
    .where(and(eq(merchant.id, id), isNotNull(merchant.closingAt), isNull(merchant.closedAt)))
    .returning({ id: merchant.id });
  return rows.length > 0;
}

/** Merchants that close and are not closed. */
export async function listClosing(db: Db, job: string, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: merchant.id })
    .from(merchant)
    .where(
      and(
        isNull(merchant.closedAt),
        lt(merchant.closingAt, new Date(now.getTime() - settledMs)),
        isReady(job, merchant.id, now),
      ),
    )
    .orderBy(asc(merchant.id));
  return rows.map(({ id }) => id);
}

/** Closes it; its people log in no more. False where it does not close any more. */
export async function markClosed(tx: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(merchant)
    .set({ closedAt: now })
    .where(and(eq(merchant.id, id), isNotNull(merchant.closingAt), isNull(merchant.closedAt)))
    .returning({ id: merchant.id });
  if (rows.length === 0) return false;
  await tx
    .update(staff)
    .set({ disabledAt: now })
    .where(and(eq(staff.merchantId, id), isNull(staff.disabledAt)));
  // An open link would let somebody in again.
  await tx
    .update(staffInvite)
    .set({ revokedAt: now })
    .where(and(eq(staffInvite.merchantId, id), isNull(staffInvite.usedAt), isNull(staffInvite.revokedAt)));
  return true;
}
