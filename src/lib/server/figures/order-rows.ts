/** SQL of orders for 经营数据 (rules 4). `within` binds to a merchant's own; null is the platform, which sees all. */
import { type SQL, sql } from 'drizzle-orm';
import { shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { type OrderStatus, orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Db } from '../db/client.ts';
import { merchantMoves } from '../ledgers/booking-rows.ts';

export interface Asked {
  within: number | null;
  /** Starts of steps in their order: those of the span before, then those of the asked one, last the end. */
  edges: readonly EpochMs[];
  /** The start of the asked span. */
  from: EpochMs;
}

const shippable: OrderStatus[] = orderStatuses.filter(orderIs.shippable);

/** The first moment of an asked question, and the one behind its last. */
export function boundsOf({ edges }: Pick<Asked, 'edges'>): { first: Date; end: Date } {
  return { first: new Date(edges[0] ?? 0), end: new Date(edges.at(-1) ?? 0) };
}

/** The number of the step in which a moment is, from 0. */
function stepOf(at: SQL, { edges }: Asked): SQL {
  const starts = edges.map((edge) => new Date(edge).toISOString());
  return sql`(width_bucket(${at}, ${sql.param(starts)}::timestamptz[]) - 1)`;
}

/** Over the alias `o`: paid in the moments, at this merchant. */
export function paidIn(within: number | null, first: Date, end: Date): SQL {
  const own = within === null ? sql`` : sql`and o.merchant_id = ${within}`;
  return sql`(o.paid_at >= ${first} and o.paid_at < ${end} ${own})`;
}

/** Over the alias `o`, as `shippedInTime` of the rules: true, false, or null for what cannot be said. */
export const shippedInTimeAt = (now: Date) => sql<boolean | null>`(case
  when o.paid_at is null then null
  when o.shipped_at is not null then o.shipped_at - o.paid_at <= ${sql.raw(`interval '${shipWithin} milliseconds'`)}
  when o.status = any(${sql.param(shippable)}::text[]) and o.paid_at < ${new Date(now.getTime() - shipWithin)} then false
  end)`;

/** Numbers of orders with an after-sale case. A case comes after its payment. */
function ordersWithCase(asked: Asked): SQL {
  const own = asked.within === null ? sql`` : sql`and merchant_id = ${asked.within}`;
  return sql`select distinct order_no from after_sale
    where created_at >= ${boundsOf(asked).first} and kind <> 'papers' and state <> 'withdrawn' ${own}`;
}

/** A company, or a merchant, of the asked span. */
export interface TopRow {
  id: number;
  name: string;
  orders: number;
  /** Paid, less what was refunded of it until now; fen. */
  amount: number;
}

export interface StepRow {
  orders: number;
  due: number;
  late: number;
  cases: number;
}

interface Companies {
  /** Companies that paid, and of these the ones that had not paid before the span. */
  buyers: number;
  newBuyers: number;
}

export interface OrdersRead {
  /** By the number of the step; without those that have no order. */
  steps: Map<number, StepRow>;
  now: Companies;
  before: Companies;
  buyers: TopRow[];
  /** Empty for one merchant. */
  merchants: TopRow[];
}

type Found = StepRow &
  Companies & {
    part: 'step' | 'now' | 'before' | 'buyer' | 'merchant';
    key: number;
    name: string;
    amount: number;
  };

/** The orders of both spans, read once: by steps, companies and merchants. */
export async function readOrders(db: Db, asked: Asked, top: number, now: Date): Promise<OrdersRead> {
  const { within, from } = asked;
  const { first, end } = boundsOf(asked);
  const own = within === null ? sql`` : sql`and e.merchant_id = ${within}`;
  const ranked = (key: SQL) => sql`
    select ${key} as key, orders, amount from part
    where is_now and ${key} is not null order by amount desc, ${key} limit ${top}`;
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with paid as (
      select ${stepOf(sql`o.paid_at`, asked)} as step, o.paid_at >= ${new Date(from)} as is_now, o.company_id, o.merchant_id,
        ${shippedInTimeAt(now)} as in_time, c.order_no, o.pay_amount - o.refunded_amount as amount
      from "order" o left join (${ordersWithCase(asked)}) c on c.order_no = o.no
      where ${paidIn(within, first, end)}),
    part as materialized (
      select step, is_now, company_id, merchant_id, count(*) as orders, count(in_time) as due,
        count(*) filter (where not in_time) as late, count(order_no) as cases, sum(amount) as amount
      from paid group by grouping sets ((step), (is_now, company_id), (is_now, merchant_id))),
    buyer as (
      select company_id, bool_or(not is_now) as before, bool_or(is_now) as now
      from part where company_id is not null group by company_id),
    known as materialized (
      select b.*, exists (select 1 from "order" e where e.company_id = b.company_id ${own} and e.paid_at < ${first}
        offset 0) as is_old
      from buyer b)
    select 'step' as part, step as key, '' as name, orders::int as orders, due::int as due, late::int as late,
      cases::int as cases, 0 as buyers, 0 as "newBuyers", 0::float8 as amount
    from part where step is not null
    union all select 'now', 0, '', 0, 0, 0, 0, count(*)::int, count(*) filter (where not is_old and not before)::int, 0
    from known where now
    union all select 'before', 0, '', 0, 0, 0, 0, count(*)::int, count(*) filter (where not is_old)::int, 0
    from known where before
    union all select 'buyer', t.key, c.name, t.orders::int, 0, 0, 0, 0, 0, t.amount::float8
    from (${ranked(sql`company_id`)}) t join company c on c.id = t.key
    union all select 'merchant', t.key, m.short_name, t.orders::int, 0, 0, 0, 0, 0, t.amount::float8
    from (${ranked(sql`merchant_id`)}) t join merchant m on m.id = t.key`);
  const companies = (part: 'now' | 'before'): Companies => {
    const { buyers = 0, newBuyers = 0 } = rows.find((row) => row.part === part) ?? {};
    return { buyers, newBuyers };
  };
  const ranking = (part: Found['part']) =>
    rows
      .filter((row) => row.part === part)
      .map(({ key: id, name, orders, amount }) => ({ id, name, orders, amount }))
      .sort((a, b) => b.amount - a.amount || a.id - b.id);
  return {
    steps: new Map(
      rows
        .filter(({ part }) => part === 'step')
        .map(({ key, orders, due, late, cases }) => [key, { orders, due, late, cases }]),
    ),
    now: companies('now'),
    before: companies('before'),
    buyers: ranking('buyer'),
    merchants: within === null ? ranking('merchant') : [],
  };
}

export interface MoneyRow {
  step: number;
  sold: number;
  refunded: number;
}

/** Sales and refunds by steps, from the books. */
export async function listMoney(db: Db, asked: Asked): Promise<MoneyRow[]> {
  const { first, end } = boundsOf(asked);
  const { rows } = await db.execute<MoneyRow & Record<string, unknown>>(sql`
    select ${stepOf(sql`b.at`, asked)} as step,
      coalesce(sum(b.amount) filter (where b.cause = 'sale'), 0)::float8 as sold,
      coalesce(-sum(b.amount) filter (where b.cause = 'refund'), 0)::float8 as refunded
    from ${merchantMoves(asked.within)} b
    where b.cause in ('sale', 'refund') and b.at >= ${first} and b.at < ${end}
    group by step`);
  return rows;
}

/** Pieces registered as missing, of the orders of either span. The last part of a movement's cause is the line. */
export async function listShort(db: Db, asked: Asked): Promise<{ isNow: boolean; pieces: number }[]> {
  const { first, end } = boundsOf(asked);
  const { rows } = await db.execute<{ isNow: boolean; pieces: number }>(sql`
    select o.paid_at >= ${new Date(asked.from)} as "isNow", -sum(v.pieces)::float8 as pieces
    from lot_movement v join order_line l on l.id = substring(v.ref from '[0-9]+$')::int join "order" o on o.no = l.order_no
    where v.kind = 'short' and v.created_at >= ${first} and ${paidIn(asked.within, first, end)} group by 1`);
  return rows;
}
