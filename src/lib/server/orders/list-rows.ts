/** Orders of companies, in pages, in slices for a file, and counted by status. */
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { type OrderStatus, statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { order } from '../db/schema.ts';
import type { OrderRow } from './rows.ts';

/** The status that is true at `now`: the same as `effectiveStatus` of the rules, for counting and filtering. */
function trueStatus(now: Date): SQL<OrderStatus> {
  return sql<OrderStatus>`case
    when ${inArray(order.status, [...statusesWithDeadline])} and ${order.deadlineAt} <= ${now} then 'cancelled'
    when ${order.status} = 'to_receive' and ${order.receiveBy} <= ${now} then 'completed'
    else ${order.status} end`;
}

/** As the index of open orders says it. */
const isOpen = sql`${order.status} in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped', 'to_receive', 'refusing')`;

export interface OrderSearch {
  /** Null is all of them; an empty list finds none. */
  statuses: readonly OrderStatus[] | null;
  keywords: string;
  /** Placed between these moments, both included; null is no bound. */
  from: Date | null;
  to: Date | null;
  merchantId: number | null;
}

export interface OrderFilter extends OrderSearch {
  limit: number;
  offset: number;
}

/** Orders of companies that the caller has found to be the reader's. */
function matches(companyIds: readonly number[], search: OrderSearch, now: Date) {
  const { keywords, statuses, from, to, merchantId } = search;
  return and(
    inArray(order.companyId, [...companyIds]),
    isNull(order.hiddenAt),
    statuses === null ? undefined : inArray(trueStatus(now), [...statuses]),
    from === null ? undefined : gte(order.createdAt, from),
    to === null ? undefined : lte(order.createdAt, to),
    merchantId === null ? undefined : eq(order.merchantId, merchantId),
    keywords === ''
      ? undefined
      : or(
          contains(order.no, keywords),
          contains(order.tradeNo, keywords),
          sql`exists (select 1 from order_line l
            where l.order_no = ${order.no} and ${contains(sql`l.snapshot->>'name'`, keywords)})`,
          sql`exists (select 1 from trade t where t.no = ${order.tradeNo} and ${or(
            contains(sql`t.address->>'receiver'`, keywords),
            contains(sql`t.address->>'phone'`, keywords),
            contains(sql`t.address->>'detail'`, keywords),
          )})`,
        ),
  );
}

/** A page of orders, the newest first, with how many match. */
export async function listOrders(db: Db, companyIds: readonly number[], filter: OrderFilter, now: Date) {
  const where = matches(companyIds, filter, now);
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

/** Number of orders that a search finds. */
export async function countOrders(
  db: Db,
  companyIds: readonly number[],
  search: OrderSearch,
  now: Date,
): Promise<number> {
  const where = matches(companyIds, search, now);
  const [counted] = await db.select({ total: count() }).from(order).where(where);
  return counted?.total ?? 0;
}

/** The next of all found orders in the order of the list, behind one of them. */
export async function listOrdersBehind(
  db: Db,
  companyIds: readonly number[],
  search: OrderSearch,
  { now, last, limit }: { now: Date; last: Pick<OrderRow, 'createdAt' | 'no'> | null; limit: number },
): Promise<OrderRow[]> {
  const behind =
    last === null
      ? undefined
      : or(
          lt(order.createdAt, last.createdAt),
          and(eq(order.createdAt, last.createdAt), gt(order.no, last.no)),
        );
  return db
    .select()
    .from(order)
    .where(and(matches(companyIds, search, now), behind))
    .orderBy(desc(order.createdAt), asc(order.no))
    .limit(limit);
}

/** Number of found orders by true status, whatever status is searched for. */
export async function countByStatus(
  db: Db,
  companyIds: readonly number[],
  search: OrderSearch,
  now: Date,
): Promise<Map<OrderStatus, number>> {
  const found = db
    .select({ status: trueStatus(now).as('status') })
    .from(order)
    .where(matches(companyIds, { ...search, statuses: null }, now))
    .as('found');
  const rows = await db
    .select({ status: found.status, count: sql<number>`count(*)::int` })
    .from(found)
    .groupBy(found.status);
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
