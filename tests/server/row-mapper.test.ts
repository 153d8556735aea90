/** Rows of prepared queries are what drizzle itself would make of them. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity, activityGoods, goods, merchant, product } from '#lib/server/db/schema.ts';
import { prepared } from '#lib/server/fast/prepared.ts';
import { rowMapper } from '#lib/server/fast/row-mapper.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();

/** Asked as it is, and once more by its name. */
async function bothWays<Query extends { execute: () => Promise<unknown> }>(
  name: string,
  build: () => Promise<unknown> & { prepare: (name: string) => Query },
): Promise<[drizzles: unknown, ours: unknown]> {
  return [await build(), await prepared(db, name, (given) => build().prepare(given)).execute()];
}

test('tables beside each other, dates, lists, JSON and what was computed', async () => {
  const [drizzles, ours] = await bothWays('test_tables', () =>
    db
      .select({
        goods,
        product,
        merchant,
        month: sql<string>`to_char(${goods.createdAt}, 'YYYY-MM')`,
        moment: sql`${goods.createdAt}`.mapWith(goods.createdAt).as('moment'),
      })
      .from(goods)
      .innerJoin(product, eq(product.id, goods.productId))
      .innerJoin(merchant, eq(merchant.id, goods.merchantId))
      .orderBy(goods.id)
      .limit(300),
  );
  expect(ours).toHaveLength(300);
  expect(ours).toEqual(drizzles);
});

test('what an outer join does not find is null, and what it finds with nulls in it is not', async () => {
  const [drizzles, ours] = await bothWays('test_outer', () =>
    db
      .select({ product, its: goods, of: activityGoods, from: activity })
      .from(product)
      .leftJoin(goods, and(eq(goods.productId, product.id), eq(sql`${goods.id} % 2`, 0)))
      .leftJoin(activityGoods, eq(activityGoods.goodsId, goods.id))
      .leftJoin(activity, eq(activity.id, activityGoods.activityId))
      .orderBy(product.id, goods.id, activityGoods.id),
  );
  const rows = ours as { its: unknown; of: unknown }[];
  const kinds = new Set(rows.map(({ its, of }) => `${its === null} ${of === null}`));
  expect(kinds).toEqual(new Set(['true true', 'false true', 'false false']));
  expect(ours).toEqual(drizzles);
});

test('columns alone, of one table and mixed into one part', async () => {
  const [drizzles, ours] = await bothWays('test_columns', () =>
    db
      .select({ id: goods.id, mixed: { name: product.name, price: goods.price, video: product.video } })
      .from(product)
      .leftJoin(goods, and(eq(goods.productId, product.id), inArray(goods.id, [1591, 1592])))
      .orderBy(product.id, goods.id)
      .limit(200),
  );
  expect(ours).toEqual(drizzles);
});

test('no row is another one’s, and fields that are no rows have no mapper', () => {
  const map = rowMapper([{ path: ['goods', 'id'], field: goods.id }], undefined);
  const rows = map?.([[1], [2]]);
  expect(rows).toEqual([{ goods: { id: 1 } }, { goods: { id: 2 } }]);
  expect(map?.([[3]])).toEqual([{ goods: { id: 3 } }]);
  expect(rowMapper(undefined, undefined)).toBeNull();
  expect(rowMapper([{ path: ['a', 'b', 'c'], field: goods.id }], undefined)).toBeNull();
});
