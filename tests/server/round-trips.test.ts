/**
 * How often the way from the cart to a paid order asks the database: what a call costs goes by that more than by
 * anything else. Numbers that only become smaller; docs/decisions/014-few-round-trips.md names them.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { followDatabase } from '#lib/server/cache/follow.ts';
import { findPublicRows } from '#lib/server/cache/goods.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import { subscribe } from '#lib/server/core/bus/bus.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db } = await testDatabase();
let stop = async () => {};
beforeAll(async () => {
  await payFreely(db);
  stop = await followDatabase(db);
});
afterAll(() => stop());

/** Ends when all that was committed before has been heard: announcements come in the order of commits. */
async function allReceived(): Promise<void> {
  const received = Promise.withResolvers<void>();
  const on = {
    own_changed: (keys: unknown) => Array.isArray(keys) && keys.includes('umark') && received.resolve(),
  };
  const leave = await subscribe({ on, onGap: () => {} });
  await db.execute(sql`select pg_notify('own_changed', 'umark')`);
  await received.promise;
  await leave();
}

/** The statements of some work, BEGIN and COMMIT too; without the announcements after it and the bus's sign of life. */
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
    await allReceived();
    // Goods, and what the company has agreed, are at hand from the first look on.
    await findPublicRows(db, ids);
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
  expect(adding).toHaveLength(1);
  expect(looking).toHaveLength(2);
  expect(ordering).toHaveLength(8);
  expect(paying).toHaveLength(8);
});

/** How often each connection of a pool has planned each statement that it has by a name: anew, and once for all. */
async function plansOf(pool: pg.Pool): Promise<{ statement: string; custom: number; generic: number }[]> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const notified = await Promise.all(
      clients.map((client) =>
        client.query(
          'select left(statement, 60) as statement, custom_plans as custom, generic_plans as generic from pg_prepared_statements',
        ),
      ),
    );
    return notified.flatMap(({ rows }) => rows);
  } finally {
    for (const client of clients) client.release();
  }
}

test('what an errand asks is planned once a connection, and not with each order', async () => {
  const [buyer] = await makeBuyers(db, 1, 1_000_000_000);
  const ids = [await makeGoods(db, goodsPlain, 100_000), await makeGoods(db, goodsPlain, 100_000)];
  // Connections that have planned nothing yet, one after the other the same.
  const { pool, db: own } = connect(db.$client.options.connectionString ?? '', { max: 1 });
  async function errand(at: Db): Promise<string> {
    const lines: number[] = [];
    for (const goods_id of ids) {
      const { added } = await addLines(at, buyer!, [{ goods_id, type: 0, number: 600 }], new Date());
      lines.push(added[0]!.id);
    }
    const { quote } = await loadQuotedCart(at, buyer!, { lineIds: lines }, new Date());
    const expected = formatYuan(quote.totals.pay);
    return (await place(at, buyer!, { ids: lines, expected })).trade_no;
  }
  try {
    // A shop that is no new one: where an order finds few rows among many, PostgreSQL is tempted to plan with its values.
    await db.execute(sql`insert into "order" select (jsonb_populate_record(o, jsonb_build_object(
        'no', o.no || n, 'status', 'cancelled', 'cancelled_at', now()))).*
      from "order" o, generate_series(1, 3000) n where o.trade_no = ${await errand(db)}`);
    await db.execute(sql`analyze`);
    // A statement gets its name when it has come some times, and its plan is kept after five more.
    for (let nth = 0; nth < 20; nth++) await pay(own, buyer!, await errand(own));
    const plans = await plansOf(pool);
    const kept = plans.filter(({ generic }) => generic > 0).map(({ statement }) => statement);
    expect(kept).toContainEqual(expect.stringContaining('with taken as'));
    expect(kept).toContainEqual(expect.stringContaining('with new_payment as'));
    expect(plans.filter(({ custom }) => custom > 5)).toEqual([]);
  } finally {
    await pool.end();
  }
});
