/** A company's orders, in pages and counted by status. */
import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type OrderStatus, statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { order } from '../db/schema.ts';

/** The status that is true at `now`: the same as `effectiveStatus` of the rules, for counting and filtering. */
function trueStatus(now: Date): SQL<OrderStatus> {
  return sql<OrderStatus>`case
    when ${inArray(order.status, [...statusesWithDeadline])} and ${order.deadlineAt} <= ${now} then 'cancelled'
    when ${order.status} = 'to_receive' and ${order.receiveBy} <= ${now} then 'completed'
    else ${order.status} end`;
}

export interface OrderFilter {
  /** Null is all of them; an empty list finds none. */
  statuses: readonly OrderStatus[] | null;
  keywords: string;
  limit: number;
  offset: number;
}

function matches(companyId: number, filter: OrderFilter, now: Date) {
  const { keywords } = filter;
  return and(
    eq(order.companyId, companyId),
    isNull(order.hiddenAt),
    filter.statuses === null ? undefined : inArray(trueStatus(now), [...filter.statuses]),
    keywords === ''
      ? undefined
      : or(
          contains(order.no, keywords),
          contains(order.tradeNo, keywords),
          sql`exists (select 1 from order_line l
            where l.order_no = ${order.no} and ${contains(sql`l.snapshot->>'name'`, keywords)})`,
        ),
  );
}

/** A page of a company's orders, the newest first, with how many match. */
export async function listOrders(db: Db, companyId: number, filter: OrderFilter, now: Date) {
  const where = matches(companyId, filter, now);
  const [list, [counted]] = await Promise.all([
    db
      .select()
      .from(order)
      .where(where)
      .orderBy(desc(order.createdAt), asc(order.no))
      .limit(filter.limit)
      .offset(filter.offset),
    db.select({ total: count() }).from(order).where(where),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** Number of a company's orders by true status. */
export async function countByStatus(db: Db, companyId: number, now: Date): Promise<Map<OrderStatus, number>> {
  const status = trueStatus(now);
  const rows = await db
    .select({ status: sql<OrderStatus>`t.status`, count: sql<number>`count(*)::int` })
    .from(
      sql`(select ${status} as status from "order" where ${order.companyId} = ${companyId} and ${order.hiddenAt} is null) t`,
    )
    .groupBy(sql`t.status`);
  return new Map(rows.map((row) => [row.status, row.count]));
}
