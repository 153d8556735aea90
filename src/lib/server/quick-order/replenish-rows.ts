/** A company's purchases by day, for its rhythm. */
import { sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { Purchase } from '#lib/rules/purchase/replenish.ts';
import type { Db, Tx } from '../db/client.ts';

/** One drug and spec, from any merchant. */
export interface PurchasesRow {
  name: string;
  spec: string;
  /** The item bought last. */
  goodsId: number;
  lastAt: Date;
  lastNumber: number;
  /** Fen a piece, at the last order. */
  lastPrice: number;
  purchases: Purchase[];
}

/**
 * All purchases since a moment that were not refunded, by drug and spec and Shanghai day. Gifts, add-ons and parts of
 * sets are no choice of the buyer and are left out.
 */
export async function listPurchases(
  db: Db | Tx,
  companyId: number,
  { statuses, since }: { statuses: readonly OrderStatus[]; since: Date },
): Promise<PurchasesRow[]> {
  const result = await db.execute<{
    name: string;
    spec: string;
    goods_id: number;
    last_at: string;
    last_number: number;
    last_price: string;
    purchases: Purchase[];
  }>(sql`
    with days as (
      select p.name, p.spec,
        (o.created_at at time zone 'Asia/Shanghai')::date - date '1970-01-01' as day,
        sum(l.quantity - l.refunded_quantity)::int as pieces,
        max(o.created_at) as last_at,
        (array_agg(l.goods_id order by o.created_at desc, l.id desc))[1] as goods_id,
        (array_agg(l.quantity order by o.created_at desc, l.id desc))[1] as number,
        (array_agg(round(l.gross::numeric / l.quantity) order by o.created_at desc, l.id desc))[1] as price
      from "order" o
        join order_line l on l.order_no = o.no
        join goods g on g.id = l.goods_id
        join product p on p.id = g.product_id
      where o.company_id = ${companyId} and o.created_at >= ${since}
        and o.status = any(${sql.param([...statuses])}::text[])
        and l.kind in ('normal', 'flash') and l.quantity > l.refunded_quantity
      group by p.name, p.spec, day)
    select name, spec, (array_agg(goods_id order by day desc))[1] as goods_id,
      to_char(max(last_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at,
      (array_agg(number order by day desc))[1] as last_number,
      (array_agg(price order by day desc))[1] as last_price,
      json_agg(json_build_object('day', day, 'pieces', pieces) order by day) as purchases
    from days group by name, spec having count(*) > 1`);
  return result.rows.map((row) => ({
    name: row.name,
    spec: row.spec,
    goodsId: row.goods_id,
    lastAt: new Date(row.last_at),
    lastNumber: row.last_number,
    lastPrice: Number(row.last_price),
    purchases: row.purchases,
  }));
}
