/**
 * How often the way from the cart to a paid order asks the database: what a call costs goes by that more than by
 * anything else. Numbers that only become smaller; the README names them.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatYuan } from '#lib/rules/money/money.ts';
import { goodsPlain } from '#lib/server/db/seed/known.ts';
import { followDatabase } from '#lib/server/followed/follow.ts';
import { findPublicRows } from '#lib/server/followed/goods.ts';
import { addLines } from '#lib/server/services/cart/add.ts';
import { loadQuotedCart } from '#lib/server/services/cart/quoted-cart.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db } = await testDatabase();
let stop = async () => {};
beforeAll(async () => {
  await payFreely(db);
  stop = await followDatabase(db);
  await beginOnEvery();
});
afterAll(() => stop());

/** A transaction on every connection at once: each knows BEGIN by its name from its first one on. */
async function beginOnEvery(): Promise<void> {
  const most = db.$client.options.max;
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const begin = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select ${1}::int`);
      if (++begun === most) all.resolve();
      await all.promise;
    });
  await Promise.all(Array.from({ length: most }, begin));
}

/** The statements of some work, COMMIT too, and BEGIN where it is a round trip of its own; without the news that are told after it and the bus's sign of life. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    for (const [asked] of spy.mock.calls as unknown as [string | { text: string }][]) {
      const text = (typeof asked === 'string' ? asked : asked.text).trim().replace(/\s+/g, ' ');
      if (text !== 'select 1' && !text.startsWith('select pg_notify(')) said.push(text.slice(0, 80));
    }
  } finally {
    spy.mockRestore();
  }
  return said;
}

test('from the cart to a paid order', async () => {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const ids = [await makeGoods(db, goodsPlain, 10_000), await makeGoods(db, goodsPlain, 10_000)];
  const number = 600;
  const add = (goods_id: number) =>
    addLines(db, buyer!, [{ goods_id, type: 0, number }], new Date()).then(({ added }) => added[0]!.id);
  async function errand() {
    // Goods are at hand from the first look on, once what was announced of them has been heard.
    await vi.waitFor(async () => expect(await statementsOf(() => findPublicRows(db, ids))).toEqual([]));
    const lines = [await add(ids[0]!)];
    const adding = await statementsOf(async () => lines.push(await add(ids[1]!)));
    let total = 0;
    const looking = await statementsOf(async () => {
      total = (await loadQuotedCart(db, buyer!, { lineIds: lines }, new Date())).quote.totals.pay;
    });
    let tradeNo = '';
    const ordering = await statementsOf(async () => {
      tradeNo = (await place(db, buyer!, { ids: lines, expected: formatYuan(total) })).trade_no;
    });
    const paying = await statementsOf(() => pay(db, buyer!, tradeNo));
    return { adding, looking, ordering, paying };
  }
  await errand();
  const { adding, looking, ordering, paying } = await errand();
  expect(adding).toHaveLength(2);
  expect(looking).toHaveLength(2);
  expect(ordering).toHaveLength(7);
  expect(paying).toHaveLength(7);
});
