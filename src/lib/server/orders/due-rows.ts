/** Orders that are due, the oldest first; those that failed lately rest. */
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { message, order } from '../db/schema.ts';
import { hasLiveCase } from './due-case-rows.ts';

/** Trades with an order whose deadline for payment or approval is over, the oldest first. */
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

/** Refused orders that are with the platform at `now`, as `isRefusalWithPlatform` of the rules. */
export function isRefusalLate(now: Date): SQL | undefined {
  return and(eq(order.status, 'refusing'), lte(order.deadlineAt, now));
}

/** Refused orders that a merchant may take back or dispute at `now`. */
export function isRefusalInTime(now: Date): SQL | undefined {
  return and(eq(order.status, 'refusing'), gt(order.deadlineAt, now));
}

/** Refused orders that a side decides about at `now`; null is the platform. */
export function isRefusalOf(within: number | null, now: Date): SQL | undefined {
  return within === null ? isRefusalLate(now) : isRefusalInTime(now);
}

/** Cause of the message that an order's refusal is with the platform, once an order. */
export const refusalHandedRef = (no: string) => `refusal-platform:${no}`;

/** Refused orders whose deadline is over and whose buyer has no message yet, the oldest first. */
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

/**
 * Completed orders whose credits are due: completed before `before`, not credited yet, without an after-sale case that
 * may continue.
 */
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

// Trades whose deadline to pay is near and that got no reminder yet.

/** Orders that wait for money until a moment ahead; those placed with less time than that are not due. */
function isUnpaidSoon(now: Date, until: Date) {
  return and(
    eq(order.status, 'to_pay'),
    gt(order.deadlineAt, now),
    lte(order.deadlineAt, until),
    sql`not exists (select from ${message} where ${message.companyId} = ${order.companyId}
      and ${message.ref} = 'unpaid-soon:' || ${order.tradeNo})`,
  );
}

/** Their numbers, the most urgent first. */
export async function listUnpaidSoon(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ no: order.tradeNo, deadlineAt: order.deadlineAt })
    .from(order)
    .where(and(isUnpaidSoon(now, until), isReady('remindUnpaid', order.tradeNo, now)))
    .orderBy(order.deadlineAt)
    .limit(limit);
  return [...new Set(rows.map(({ no }) => no))];
}

/** The content of one reminder; null when the trade does not wait any more. */
export async function findUnpaidSoon(db: Db, tradeNo: string, now: Date, until: Date) {
  const [row] = await db
    .select({
      companyId: order.companyId,
      amount: sql<number>`sum(${order.payAmount})::bigint`.mapWith(Number),
      orders: sql<number>`count(*)::int`,
      deadlineAt: sql<Date>`min(${order.deadlineAt})`.mapWith(order.deadlineAt),
    })
    .from(order)
    .where(and(eq(order.tradeNo, tradeNo), isUnpaidSoon(now, until)))
    .groupBy(order.companyId);
  return row ?? null;
}
