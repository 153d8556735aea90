/** Stock of goods and of activities. Claims are guarded: what is not there cannot be taken. */
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';

export type StockWish = { goodsId: number; quantity: number };
export type PromoWish = { activityGoodsId: number; quantity: number };

/** A goods after its stock moved, with what tells whether it can still be bought. */
export type MovedStock = { id: number; stock: number; pack_step: number; min_quantity: number };

/**
 * Moves stock by `sign` × quantity, one row a goods, locked in the order of their ids so that two orders never wait
 * for each other in a circle. Goods that have too little are left out of the answer.
 */
async function moveStock(tx: Tx, wishes: readonly StockWish[], sign: 1 | -1): Promise<MovedStock[]> {
  const ids = wishes.map((wish) => wish.goodsId);
  const changes = wishes.map((wish) => sign * wish.quantity);
  const result = await tx.execute<MovedStock>(sql`
    with wanted as (select * from unnest(${sql.param(ids)}::int[], ${sql.param(changes)}::int[]) as w(goods_id, change)),
      locked as materialized (
        select id from goods where id = any(${sql.param(ids)}::int[]) order by id for no key update)
    update goods g set stock = g.stock + w.change
    from wanted w join locked l on l.id = w.goods_id
    where g.id = w.goods_id and g.stock + w.change >= 0
    returning g.id, g.stock, g.pack_step, g.min_quantity`);
  return result.rows;
}

/** Takes stock for an order. */
export function takeStock(tx: Tx, wishes: readonly StockWish[]): Promise<MovedStock[]> {
  return moveStock(tx, wishes, -1);
}

/** Gives stock back. */
export function returnStock(tx: Tx, wishes: readonly StockWish[]): Promise<MovedStock[]> {
  return moveStock(tx, wishes, 1);
}

/** Counts pieces as sold by an activity, within its own stock; answers the ids of activity_goods that had enough. */
export async function takePromo(tx: Tx, wishes: readonly PromoWish[]): Promise<number[]> {
  const ids = wishes.map((wish) => wish.activityGoodsId);
  const result = await tx.execute<{ id: number }>(sql`
    with wanted as (
        select * from unnest(${sql.param(ids)}::int[], ${sql.param(wishes.map((wish) => wish.quantity))}::int[]) as w(id, n)),
      locked as materialized (
        select id from activity_goods where id = any(${sql.param(ids)}::int[]) order by id for no key update)
    update activity_goods a set sold = a.sold + w.n
    from wanted w join locked l on l.id = w.id
    where a.id = w.id and (a.stock is null or a.sold + w.n <= a.stock)
    returning a.id`);
  return result.rows.map((row) => row.id);
}

/** Gives back pieces of activities; an order may have taken of one in several lines. */
export async function returnPromo(tx: Tx, wishes: readonly PromoWish[]): Promise<void> {
  const ids = wishes.map((wish) => wish.activityGoodsId);
  await tx.execute(sql`
    with wanted as (
        select id, sum(n)::int as n
        from unnest(${sql.param(ids)}::int[], ${sql.param(wishes.map((wish) => wish.quantity))}::int[]) as w(id, n)
        group by id),
      locked as materialized (
        select id from activity_goods where id = any(${sql.param(ids)}::int[]) order by id for no key update)
    update activity_goods a set sold = greatest(a.sold - w.n, 0)
    from wanted w join locked l on l.id = w.id
    where a.id = w.id`);
}

/** Counts pieces as sold (or, negative, as not sold after all), for rankings. */
export async function countSales(tx: Tx, wishes: readonly StockWish[]): Promise<void> {
  const ids = wishes.map((wish) => wish.goodsId);
  await tx.execute(sql`
    with wanted as (
        select * from unnest(${sql.param(ids)}::int[], ${sql.param(wishes.map((wish) => wish.quantity))}::int[]) as w(goods_id, n)),
      locked as materialized (
        select id from goods where id = any(${sql.param(ids)}::int[]) order by id for no key update)
    update goods g set sales = greatest(g.sales + w.n, 0)
    from wanted w join locked l on l.id = w.goods_id
    where g.id = w.goods_id`);
}

/** Tells every process, when the transaction commits, that lists and pages of these goods show something else now. */
export async function announceGoods(tx: Db | Tx, goodsIds: readonly number[]): Promise<void> {
  await tx.execute(sql`select pg_notify('catalogue_changed', ${JSON.stringify(goodsIds)})`);
}
