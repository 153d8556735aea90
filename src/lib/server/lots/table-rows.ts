/** What a table of lots is checked against: items of the merchant, and what came in before. */
import { and, eq, or, sql } from 'drizzle-orm';
import { lastPutIns } from '#lib/rules/orders/lot-acts.ts';
import type { Db } from '../db/client.ts';
import { goods, product } from '../db/schema.ts';
import { causeOf, isCancelled } from './import-rows.ts';

export interface LotItem {
  id: number;
  sku: string;
  name: string;
  spec: string;
  maker: string;
  unit: string;
  price: number;
  shelfLifeMonths: number;
}

const columns = {
  id: goods.id,
  sku: product.sku,
  name: product.name,
  spec: product.spec,
  maker: product.maker,
  unit: product.unit,
  price: goods.price,
  shelfLifeMonths: product.shelfLifeMonths,
};

/** Items of a merchant by number or SKU. A SKU may be in several warehouses. */
export async function listLotItems(
  db: Db,
  merchantId: number,
  { ids, skus }: { ids: readonly number[]; skus: readonly string[] },
): Promise<LotItem[]> {
  return db
    .select(columns)
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(
      and(
        eq(goods.merchantId, merchantId),
        or(
          sql`${goods.id} = any(${sql.param([...ids])}::int[])`,
          sql`${product.sku} = any(${sql.param([...skus])}::text[])`,
        ),
      ),
    );
}

/** All items of a merchant, for the template. */
export async function listTemplateItems(db: Db, merchantId: number, limit: number): Promise<LotItem[]> {
  return db
    .select(columns)
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(eq(goods.merchantId, merchantId))
    .orderBy(product.name, goods.id)
    .limit(limit);
}

/** Put-ins of items by these causes that were not cancelled. */
export async function listPutInsBy(
  db: Db,
  goodsIds: readonly number[],
  refs: readonly string[],
): Promise<{ goodsId: number; ref: string; pieces: number; at: Date }[]> {
  const { rows } = await db.execute<{ goodsId: number; ref: string; pieces: number; at: string }>(sql`
    select l.goods_id as "goodsId", ${causeOf} as ref, m.pieces, m.created_at as at
    from lot_movement m join lot l on l.id = m.lot_id
    where l.goods_id = any(${sql.param([...goodsIds])}::int[]) and m.kind = 'put_in'
      and ${causeOf} = any(${sql.param([...refs])}::text[]) and not ${isCancelled}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** Pieces of the last put-ins of items, as `listLastPutIns` has them of one. */
export async function listLastPutInsOf(db: Db, goodsIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await db.execute<{ goodsId: number; pieces: number[] }>(sql`
    select goods_id as "goodsId", array_agg(pieces order by id desc) as pieces from (
      select l.goods_id, m.id, m.pieces, row_number() over (partition by l.goods_id order by m.id desc) as nth
      from lot_movement m join lot l on l.id = m.lot_id
      where l.goods_id = any(${sql.param([...goodsIds])}::int[]) and m.kind = 'put_in' and m.ref <> 'opening') last
    where nth <= ${lastPutIns} group by goods_id`);
  return new Map(rows.map(({ goodsId, pieces }) => [goodsId, pieces]));
}
