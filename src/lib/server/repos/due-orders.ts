/** Orders whose moment has come, the oldest first; those that failed lately rest. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { order } from '../db/schema.ts';
import { hasLiveCase } from './due-cases.ts';
import { isReady } from './jobs.ts';

/** Trades with an order whose time to be paid or approved is over, the oldest first. */
export async function listOverdueTrades(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ no: order.tradeNo, deadlineAt: order.deadlineAt })
    .from(order)
    .where(
      and(
        inArray(order.status, [...statusesWithDeadline]),
        sql`${order.deadlineAt} <= ${now}`,
        isReady('cancelOverdue', order.tradeNo, now),
      ),
    )
    .orderBy(asc(order.deadlineAt))
    .limit(limit);
  return [...new Set(rows.map((row) => row.no))];
}

/** Shipped orders that complete by themselves. */
export async function listReceiveDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ no: order.no })
    .from(order)
    .where(
      and(
        eq(order.status, 'to_receive'),
        sql`${order.receiveBy} <= ${now}`,
        isReady('completeOverdue', order.no, now),
      ),
    )
    .orderBy(asc(order.receiveBy))
    .limit(limit);
  return rows.map((row) => row.no);
}

/** Completed orders whose promises are due: completed before `before`, not credited yet, with no after-sale that may go on. */
export async function listCreditDue(db: Db, before: Date, limit: number, now: Date): Promise<string[]> {
  const rows = await db
    .select({ no: order.no })
    .from(order)
    .where(
      and(
        sql`${order.completedAt} <= ${before} and ${order.creditedAt} is null and not ${hasLiveCase(order.no, now)}`,
        isReady('creditPromises', order.no, now),
      ),
    )
    .orderBy(asc(order.completedAt))
    .limit(limit);
  return rows.map((row) => row.no);
}
