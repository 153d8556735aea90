/** A company's orders, in pages and counted by status. */
import { and, asc, count, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
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

/** As the index of open orders says it. */
const isOpen = sql`${order.status} in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped', 'to_receive', 'refusing')`;

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

/** The same for open orders alone: few, and found by their own index. */
export async function countOpen(db: Db, companyId: number, now: Date): Promise<Map<OrderStatus, number>> {
  const rows = await db
    .select({ status: trueStatus(now).as('true_status'), count: count() })
    .from(order)
    .where(and(eq(order.companyId, companyId), isNull(order.hiddenAt), isOpen))
    .groupBy(sql`true_status`);
  return new Map(rows.map((row) => [row.status, row.count]));
}

export interface LastTrade {
  /** One of its orders. */
  no: string;
  at: Date;
  kinds: number;
  /** The largest lines, by what was paid for them. */
  names: string[];
  /** Fen, of all its orders. */
  amount: number;
}

/** A company's newest trade with an order that was not called off, without what was called off; null for none. */
export async function findLastTrade(
  db: Db,
  companyId: number,
  { calledOff, kinds, names }: { calledOff: readonly OrderStatus[]; kinds: readonly string[]; names: number },
): Promise<LastTrade | null> {
  const stands = sql`o.company_id = ${companyId} and o.hidden_at is null
    and o.status <> all(${sql.param([...calledOff])}::text[])`;
  const result = await db.execute<{
    no: string;
    at: string;
    kinds: number;
    names: string[];
    amount: string;
  }>(sql`
    with newest as (
      select o.trade_no from "order" o where ${stands} order by o.created_at desc, o.no limit 1),
    of_trade as (
      select o.no, o.created_at, o.pay_amount from "order" o join newest n on n.trade_no = o.trade_no where ${stands}),
    bought as (
      select l.goods_id, min(l.snapshot->>'name') as name, sum(l.gross) as gross
      from of_trade o join order_line l on l.order_no = o.no
      where l.kind = any(${sql.param([...kinds])}::text[])
      group by l.goods_id)
    select min(no) as no, sum(pay_amount) as amount,
      to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      (select count(*)::int from bought) as kinds,
      (select coalesce(array_agg(name), '{}') from
        (select name from bought order by gross desc, goods_id limit ${names}) t) as names
    from of_trade having count(*) > 0`);
  const [row] = result.rows;
  return row === undefined
    ? null
    : { no: row.no, at: new Date(row.at), kinds: row.kinds, names: row.names, amount: Number(row.amount) };
}

/** What a company paid for orders placed since a moment, without what was given back; fen. */
export async function sumPaidSince(
  db: Db,
  companyId: number,
  statuses: readonly OrderStatus[],
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({
      paid: sql<number>`coalesce(sum(${order.payAmount} - ${order.refundedAmount}), 0)`.mapWith(Number),
    })
    .from(order)
    .where(
      and(eq(order.companyId, companyId), inArray(order.status, [...statuses]), gte(order.createdAt, since)),
    );
  return row?.paid ?? 0;
}
