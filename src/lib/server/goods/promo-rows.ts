/** Own stock of activities. A guarded UPDATE never takes more than there is. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { apart } from './stock-rows.ts';

export type PromoClaim = { activityGoodsId: number; quantity: number };

/** Locks items of activities, by id. */
export async function lockPromo(tx: Tx, activityGoodsIds: readonly number[]): Promise<void> {
  await tx.execute(sql`select id from activity_goods where id = any(${apart(activityGoodsIds)})
    order by id for no key update`);
}

/** Counts pieces as sold by an activity, within its own stock; answers the ids of activity_goods that had enough. */
export async function takePromo(tx: Tx, requests: readonly PromoClaim[]): Promise<number[]> {
  const ids = requests.map((request) => request.activityGoodsId);
  const result = await tx.execute<{ id: number }>(sql`
    with wanted as (
        select * from unnest(${apart(ids)}, ${apart(requests.map((request) => request.quantity))}) as w(id, n)),
      locked as materialized (
        select id from activity_goods where id = any(${apart(ids)}) order by id for no key update)
    update activity_goods a set sold = a.sold + w.n
    from wanted w join locked l on l.id = w.id
    where a.id = w.id and (a.stock is null or a.sold + w.n <= a.stock)
    returning a.id`);
  return result.rows.map((row) => row.id);
}

/** Returns pieces of activities; an order may have taken from one in several lines. */
export async function returnPromo(tx: Tx, requests: readonly PromoClaim[]): Promise<void> {
  const ids = requests.map((request) => request.activityGoodsId);
  await tx.execute(sql`
    with wanted as (
        select id, sum(n)::int as n
        from unnest(${apart(ids)}, ${apart(requests.map((request) => request.quantity))}) as w(id, n)
        group by id),
      locked as materialized (
        select id from activity_goods where id = any(${apart(ids)}) order by id for no key update)
    update activity_goods a set sold = greatest(a.sold - w.n, 0)
    from wanted w join locked l on l.id = w.id
    where a.id = w.id`);
}
