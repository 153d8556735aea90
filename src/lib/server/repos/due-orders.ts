/** Orders whose moment has come, the oldest first; those that failed lately rest. */
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { message, order } from '../db/schema.ts';
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

/** Refused orders that are with the platform at `now`, as the rules' `isRefusalWithPlatform` says. */
export function isRefusalLate(now: Date): SQL | undefined {
  return and(eq(order.status, 'refusing'), lte(order.deadlineAt, now));
}

/** Refused orders that a merchant may take back or dispute at `now`. */
export function isRefusalInTime(now: Date): SQL | undefined {
  return and(eq(order.status, 'refusing'), gt(order.deadlineAt, now));
}

/** The cause of the message that an order's refusal is with the platform, once an order. */
export const refusalHandedRef = (no: string) => `refusal-platform:${no}`;

/** Refused orders whose time is over and of which the buyer was not told, the oldest first. */
export async function listRefusalsDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ no: order.no })
    .from(order)
    .where(
      and(
        isRefusalLate(now),
        sql`not exists (select from ${message} where ${message.companyId} = ${order.companyId}
          and ${message.ref} = ${refusalHandedRef('')} || ${order.no})`,
        isReady('refusalDue', order.no, now),
      ),
    )
    .orderBy(asc(order.deadlineAt))
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
