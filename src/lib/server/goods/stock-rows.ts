/** Stock of items and of activities. Reservations are guarded: an UPDATE never takes more than there is. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from '../db/client.ts';
import { isGrantInForce, isOfferedOn } from '../db/shelf.ts';
import { intArray } from '../fast/arrays.ts';
import { ask } from '../fast/prepared.ts';

export type StockRequest = { goodsId: number; quantity: number };

/**
 * Whole numbers in a select of their own: PostgreSQL then plans a statement once for lists of any length, not again for
 * each order.
 */
export function apart(numbers: readonly number[]): SQL {
  return sql`(select ${intArray(numbers)}::int[])::int[]`;
}

/** The same by the name of a value. */
export function listed(name: string): SQL {
  return sql`(select ${sql.placeholder(name)}::int[])::int[]`;
}

/**
 * Moves stock by `sign` × quantity, one row an item, of items that the transaction has locked. Answers the ids of those
 * that had enough. Locking is a separate earlier statement: an UPDATE that locked as well would still name the row
 * version from its start. Where others hold a key of that row (an order line that is being written), PostgreSQL then
 * queues for the old version behind those who wait for ours, and ends one of us.
 */
async function moveStock(
  tx: Tx,
  requests: readonly StockRequest[],
  sign: 1 | -1,
  taker?: Taker,
): Promise<number[]> {
  const ids = intArray(requests.map((request) => request.goodsId));
  const changes = intArray(requests.map((request) => sign * request.quantity));
  const { rows } =
    taker === undefined
      ? await ask<{ id: number }>(tx, 'move stock', () => moving(sql`true`), { ids, changes })
      : await ask<{ id: number }>(
          tx,
          'take stock',
          () => moving(isForTaker(sql.placeholder('companyId'), sql.placeholder('today'))),
          {
            ids,
            changes,
            companyId: taker.companyId,
            today: dayKey(taker.now.getTime()),
          },
        );
  return rows.map((row) => row.id);
}

function moving(guard: SQL): SQL {
  return sql`
    update goods g set stock = g.stock + w.change
    from unnest(${listed('ids')}, ${listed('changes')}) as w(goods_id, change)
    where g.id = w.goods_id and g.stock + w.change >= 0 and ${guard}
    returning g.id`;
}

/**
 * On offer on the day, and if controlled only with a grant for the company; each argument as it is or as the name of a
 * value.
 */
function isForTaker(companyId: number | Placeholder, today: string | Placeholder): SQL {
  return sql`${isOfferedOn(today, 'g')} and (not g.is_controlled or exists (
    select 1 from controlled_grant c
    where c.company_id = ${companyId} and c.goods_id = g.id and ${isGrantInForce(sql`c`, sql`${today}`)}))`;
}

/**
 * Takes stock for an order of items that the transaction has locked, as a part of another statement: `taken`, the ids
 * of those that had enough. Its values are {@link takenValues}.
 */
export function takenPart(): SQL {
  return sql`taken as (
    update goods g set stock = g.stock - w.pieces
    from unnest(${listed('goodsIds')}, ${listed('pieces')}) as w(goods_id, pieces)
    where g.id = w.goods_id and g.stock >= w.pieces
      and ${isForTaker(sql.placeholder('companyId'), sql.placeholder('today'))}
    returning g.id)`;
}

export function takenValues(requests: readonly StockRequest[], { companyId, now }: Taker) {
  return {
    goodsIds: intArray(requests.map((request) => request.goodsId)),
    pieces: intArray(requests.map((request) => request.quantity)),
    companyId,
    today: dayKey(now.getTime()),
  };
}

/** The company that takes stock, and the time. */
export interface Taker {
  companyId: number;
  now: Date;
}

/**
 * Takes stock for an order. Items that are not on offer at `now` have none: taken down, with an expired lot, with
 * lapsed licences of their merchant, or controlled without a grant for this company. Facts loaded before the lock may
 * be older than that.
 */
export async function takeStock(tx: Tx, requests: readonly StockRequest[], taker: Taker): Promise<number[]> {
  await lockGoods(
    tx,
    requests.map((request) => request.goodsId),
  );
  return moveStock(tx, requests, -1, taker);
}

/** Locks items in the order of their ids until the transaction ends; `goodsIds` without repeats. */
export async function lockGoods(tx: Tx, goodsIds: readonly number[]): Promise<void> {
  await tx.execute(sql`select id from goods where id = any(${apart(goodsIds)})
    order by id for no key update`);
}

/** Returns stock, of items that the transaction has locked. */
export function returnStock(tx: Tx, requests: readonly StockRequest[]): Promise<number[]> {
  return moveStock(tx, requests, 1);
}

/**
 * Counts the pieces of orders as sold, for rankings: parts of a statement, `wanted` and `sold`. The transaction has
 * locked their items.
 */
export function salesParts(orderNos: Placeholder): SQL {
  // The numbers in a select of their own: otherwise PostgreSQL plans again each time.
  return sql`
    wanted as materialized (
      select goods_id, sum(quantity)::int as n from order_line
      where order_no = any((select ${orderNos}::text[])::text[]) group by goods_id),
    sold as (
      update goods g set sales = greatest(g.sales + w.n, 0)
      from wanted w
      where g.id = w.goods_id)`;
}

/** Counts pieces as sold or, negative, as not sold after all, of items that the transaction has locked. */
export async function countSales(tx: Tx, requests: readonly StockRequest[]): Promise<void> {
  const ids = requests.map((request) => request.goodsId);
  await tx.execute(sql`
    update goods g set sales = greatest(g.sales + w.n, 0)
    from unnest(${apart(ids)}, ${apart(requests.map((request) => request.quantity))}) as w(goods_id, n)
    where g.id = w.goods_id`);
}

/** Orders with pieces that are still in the warehouse. */
const holding = orderStatuses.filter((status) => orderIs.unpaid(status) || orderIs.shippable(status));

/** Over `"order" o`: its pieces are still in the warehouse and belong to it. */
export const isHeldLine = sql`o.status = any(${sql.param(holding)}::text[])`;

/** Pieces of open orders that have not left the warehouse, by item; items without any are left out. */
export async function listHeld(db: Db | Tx, goodsIds: readonly number[]): Promise<Map<number, number>> {
  if (goodsIds.length === 0) return new Map();
  const result = await db.execute<{ id: number; pieces: number }>(sql`
    select l.goods_id as id, sum(greatest(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity, 0))::int as pieces
    from order_line l join "order" o on o.no = l.order_no
    where l.goods_id = any(${sql.param([...goodsIds])}::int[])
      and l.quantity + l.sent_refunded_quantity > l.shipped_quantity + l.refunded_quantity and ${isHeldLine}
    group by l.goods_id`);
  return new Map(result.rows.map((row) => [row.id, row.pieces]));
}

/** Sets stock and lot of items that the transaction has locked. */
export async function restockGoods(
  tx: Tx,
  rows: readonly {
    id: number;
    stock: number;
    lotNo: string;
    producedOn: string | null;
    expiresOn: string | null;
  }[],
  now: Date,
): Promise<void> {
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await tx.execute(sql`
    update goods g set stock = w.stock, lot_no = w.lot_no, produced_on = w.produced_on, expires_on = w.expires_on,
      updated_at = ${now}
    from unnest(${column((row) => row.id)}::int[], ${column((row) => row.stock)}::int[],
      ${column((row) => row.lotNo)}::text[], ${column((row) => row.producedOn)}::date[],
      ${column((row) => row.expiresOn)}::date[]) as w(id, stock, lot_no, produced_on, expires_on)
    where g.id = w.id`);
}

/** Of these items those whose sale the platform has stopped. */
export async function listStopped(db: Db | Tx, goodsIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from goods where id = any(${apart([...new Set(goodsIds)])}) and is_stopped`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Sets `is_stopped` of locked items from the stops in force. */
export async function writeStopped(tx: Tx, goodsIds: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`update goods set is_stopped = is_goods_stopped(id, product_id), updated_at = ${now}
    where id = any(${apart(goodsIds)}) and is_stopped <> is_goods_stopped(id, product_id)`);
}
