/**
 * Offers and items that are kept for many with their text: each buyer is answered what the rows say for them, the same
 * the second time, and what is written is what was answered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodsPlain, users } from '#lib/server/db/seed/known.ts';
import { followDatabase } from '#lib/server/followed/follow.ts';
import { jsonOf } from '#lib/server/process/json-text.ts';
import type { Account } from '#lib/server/repos/accounts.ts';
import { getCatalogue } from '#lib/server/search/keep.ts';
import { goodsItems } from '#lib/server/services/goods/items.ts';
import { loadOffers } from '#lib/server/services/offers/load.ts';
import { offersOf } from '#lib/server/services/offers/offers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
let stop = async () => {};
beforeAll(async () => {
  stop = await followDatabase(db);
});
afterAll(() => stop());

const demo = await accountOf(db, users.demo);
const accounts: (Account | null)[] = [
  demo,
  // The same company in a higher rank: nothing of the lower one may come along.
  { ...demo, rank: demo.rank + 2 },
  await accountOf(db, users.clinic),
  await accountOf(db, users.pending),
  await accountOf(db, users.other),
  null,
];

async function offersFor(account: Account | null, goodsIds: readonly number[], isFresh: boolean) {
  const now = new Date();
  return offersOf(await loadOffers(db, account, { goodsIds, isFresh }, now), goodsIds, now.getTime());
}

test('offers are those of the rows, for each buyer, the first time and again', async () => {
  await pool.query(`insert into favorite (user_id, goods_id) values ($1, $2) on conflict do nothing`, [
    demo.userId,
    goodsPlain,
  ]);
  const { rows } = await pool.query('select id from goods order by id limit 600');
  const ids = [goodsPlain, ...rows.map((row) => Number(row.id))];
  for (const account of [...accounts, ...accounts]) {
    const kept = await offersFor(account, ids, false);
    expect(kept).toEqual(await offersFor(account, ids, true));
    expect(JSON.parse(jsonOf({ data: kept }).toString())).toEqual(JSON.parse(JSON.stringify({ data: kept })));
  }
  const own = await offersFor(demo, [goodsPlain], false);
  expect(own[0]?.is_favorite).toBe(1);
});

test('items are written as they are, and no buyer gets the ones of another', async () => {
  const catalogue = await getCatalogue(db);
  const { rows } = await pool.query('select id from goods where is_on_shelf order by id limit 200');
  const ids = rows.map((row) => Number(row.id));
  const pricesOf = new Map<Account | null, string>();
  for (const account of [...accounts, ...accounts]) {
    const list = await goodsItems(db, account, catalogue, ids, Date.now());
    const text = jsonOf({ data: { list } }).toString();
    expect(JSON.parse(text)).toEqual({ data: { list: JSON.parse(JSON.stringify(list)) } });
    expect(pricesOf.get(account) ?? text).toBe(text);
    pricesOf.set(account, text);
  }
  expect(pricesOf.get(null)).not.toContain('"price"');
  expect(pricesOf.get(accounts[3] ?? null)).not.toContain('"price"');
  expect(pricesOf.get(demo)).not.toBe(pricesOf.get(accounts[1] ?? null));
});

test('a price that changes is offered at once, by whatever was kept of the goods', async () => {
  const priceOf = async () => (await offersFor(demo, [goodsPlain], false))[0]?.price;
  const before = await priceOf();
  await pool.query(
    `update goods set price = price + 1000, member_price = member_price + 1000, rank_prices = '{}', ladder = '[]' where id = $1`,
    [goodsPlain],
  );
  await until('the new price is offered', async () => (await priceOf()) !== before);
  expect(await priceOf()).toBe((await offersFor(demo, [goodsPlain], true))[0]?.price);
});
