/**
 * How PostgreSQL finds orders while one is placed, paid or cancelled: by its number or its company. What goes through all
 * orders that wait in the shop is quick in a small one, and on a busy day costs each order as much as all the others.
 */
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();

/** The statements of some work that name a part. */
async function statementsOf(part: string, work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const asked = spy.mock.calls as unknown as [string | { text: string }][];
    return asked
      .map(([one]) => (typeof one === 'string' ? one : one.text))
      .filter((text) => text.includes(part));
  } finally {
    spy.mockRestore();
  }
}

/** The plan that a connection keeps of a statement, whatever its values. */
async function planOf(text: string): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(
      'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off',
    );
    const most = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, nth]) => Number(nth)));
    // A statement may begin its transaction.
    await client.query(`prepare kept as ${text.replace(/^begin;\s*/i, '')}`);
    const { rows } = await client.query(`explain execute kept(${Array(most).fill('null').join()})`);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  } finally {
    await client.query('rollback; deallocate all');
    client.release();
  }
}

const [buyer] = await makeBuyers(db, 1, 1_000_000);
const goodsId = await makeGoods(db, goodsPlain, 100);
const place = () => order(db, buyer!, [{ goodsId, number: 10 }]);

test('a new order counts the unpaid ones of its company alone', async () => {
  await pool.query('analyze "order"');
  const [placing] = await statementsOf('unpaid_trades', place);
  const plan = await planOf(placing!);
  expect(plan).toMatch(/Index (?:Only )?Scan using order_open|Bitmap Index Scan on order_open/);
  expect(plan).not.toMatch(/order_due|order_receive_due/);
});

test.each([
  ['cancelled', (no: string) => cancelMyOrder(contextOf(db, buyer!), { no })],
  ['paid', (_: string, trade: string) => pay(db, buyer!, trade)],
])('an order that is %s is found by its number', async (_, change) => {
  const { orders, trade_no } = await place();
  const moves = await statementsOf('moved as', () => change(orders[0]!.no, trade_no));
  const moving = moves.filter((text) => text.includes('update "order"'));
  expect(moving).toHaveLength(1);
  const plan = await planOf(moving[0]!);
  expect(plan).toContain('order_pkey');
  expect(plan).not.toMatch(/order_due|order_receive_due|order_open/);
});

test('the index of open orders has all that are not over', async () => {
  const { rows } = await pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'order_open'`,
  );
  const words = [...rows[0]!.indexdef.matchAll(/'(\w+)'/g)].map(([, word]) => word);
  const open = orderStatuses.filter((status) => !orderIs.over(status) && !orderIs.completed(status));
  expect(words.toSorted()).toEqual(open.toSorted());
});
