/** What companies have paid and got back, by month of Shanghai and merchant. */

import type { Column } from 'drizzle-orm';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { MonthSum } from '#lib/rules/orders/month-sums.ts';
import type { Db } from '../db/client.ts';
import { order, refund } from '../db/schema.ts';

interface Asked {
  companyIds: readonly number[];
  merchantId: number | null;
  from: Date;
  /** Excluded. */
  to: Date;
}

function monthIn(column: Column): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM')`;
}

/** The time zone and the format are parameters, so the groups are named by their place. */
const byMonthAndMerchant = sql`1, 2`;

function isAsked({ companyIds, merchantId }: Asked): SQL | undefined {
  return and(
    inArray(order.companyId, [...companyIds]),
    merchantId === null ? undefined : eq(order.merchantId, merchantId),
  );
}

/** Orders by the month in which they were paid; those that were put away count too. */
export function sumPaid(db: Db, asked: Asked): Promise<Omit<MonthSum, 'refunded'>[]> {
  return db
    .select({
      month: monthIn(order.paidAt),
      merchantId: order.merchantId,
      orders: sql<number>`count(*)::int`,
      paid: sql<number>`sum(${order.payAmount})::bigint`.mapWith(Number),
    })
    .from(order)
    .where(and(isAsked(asked), gte(order.paidAt, asked.from), lt(order.paidAt, asked.to)))
    .groupBy(byMonthAndMerchant);
}

/** Refunds of orders by the month in which they were made, whether or not the money has arrived. */
export function sumRefunded(
  db: Db,
  asked: Asked,
): Promise<Pick<MonthSum, 'month' | 'merchantId' | 'refunded'>[]> {
  return db
    .select({
      month: monthIn(refund.createdAt),
      merchantId: order.merchantId,
      refunded: sql<number>`sum(${refund.amount})::bigint`.mapWith(Number),
    })
    .from(refund)
    .innerJoin(order, eq(order.no, refund.orderNo))
    .where(and(isAsked(asked), gte(refund.createdAt, asked.from), lt(refund.createdAt, asked.to)))
    .groupBy(byMonthAndMerchant);
}
