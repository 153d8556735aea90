/** What a company has bought. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { stoppedAfter } from '#lib/rules/purchase/replenish.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { goods, order, orderLine } from '../db/schema.ts';

/** Products that a company has bought, also those without an offer now. */
export async function listBoughtProducts(
  db: Db | Tx,
  companyId: number,
  statuses: readonly OrderStatus[],
): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: goods.productId })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .where(and(eq(order.companyId, companyId), inArray(order.status, [...statuses])));
  return new Set(rows.map((row) => row.id));
}

interface BoughtRow {
  goodsId: number;
  times: number;
  lastAt: Date;
  lastNumber: number;
  /** Fen a piece, at the last order. */
  lastPrice: number;
  dueAt: Date | null;
}

const boughtOrder = {
  times: sql`times desc, last_at desc`,
  last: sql`last_at desc`,
  // The most overdue first; then abandoned ones, as 补货建议 counts them; a single purchase has no rhythm.
  due: sql`(due_at is null)::int, is_given_up::int, due_at, last_at desc`,
} as const;

/**
 * A page of a company's purchases, each item once, with how many there are. Gifts, add-ons and parts of sets are no
 * choice of the buyer and are left out. Due is the last order plus the usual time between two; orders of one day are no
 * rhythm.
 */
export async function listBought(
  db: Db | Tx,
  companyId: number,
  {
    statuses,
    by,
    keywords = '',
    merchantId = null,
    limit,
    offset,
    now,
  }: {
    statuses: readonly OrderStatus[];
    by: keyof typeof boughtOrder;
    keywords?: string;
    merchantId?: number | null;
    limit: number;
    offset: number;
    now: Date;
  },
): Promise<{ list: BoughtRow[]; total: number }> {
  const sought = or(
    contains(sql`l.snapshot->>'name'`, keywords),
    contains(sql`l.snapshot->>'maker'`, keywords),
  );
  const result = await db.execute<{
    goods_id: number;
    times: number;
    last_at: string;
    last_number: number;
    last_price: string;
    due_at: string | null;
    total: number;
  }>(sql`
    with bought as (
      select l.goods_id, count(distinct o.no)::int as times,
        max(o.created_at) as last_at, min(o.created_at) as first_at,
        (array_agg(l.quantity order by o.created_at desc, l.id desc))[1] as last_number,
        (array_agg(round(l.gross::numeric / l.quantity) order by o.created_at desc, l.id desc))[1] as last_price
      from order_line l join "order" o on o.no = l.order_no
      where o.company_id = ${companyId} and o.status = any(${sql.param([...statuses])}::text[]) and l.kind in ('normal', 'flash')
        and ${sought ?? sql`true`} and ${merchantId === null ? sql`true` : sql`o.merchant_id = ${merchantId}`}
      group by l.goods_id),
    rhythm as (
      select *, case when times > 1 and last_at >= first_at + interval '1 day'
        then last_at + (last_at - first_at) / (times - 1) end as due_at
      from bought),
    told as (
      select *, coalesce(${now}::timestamptz > last_at + (due_at - last_at) * ${stoppedAfter}::int, false) as is_given_up
      from rhythm)
    select goods_id, times, last_number, last_price,
      to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at,
      to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due_at,
      (select count(*)::int from bought) as total
    from told order by ${boughtOrder[by]}, goods_id limit ${limit} offset ${offset}`);
  const list = result.rows.map((row) => ({
    goodsId: row.goods_id,
    times: row.times,
    lastAt: new Date(row.last_at),
    lastNumber: row.last_number,
    lastPrice: Number(row.last_price),
    dueAt: row.due_at === null ? null : new Date(row.due_at),
  }));
  return { list, total: result.rows[0]?.total ?? 0 };
}
