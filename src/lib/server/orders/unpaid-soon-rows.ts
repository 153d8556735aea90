/** Trades whose deadline to pay is near and that got no reminder yet. */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { message, order } from '../db/schema.ts';

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
