/** The cost of a buyer's whole errand: adds five items to the cart, views it, orders, pays from the balance. */
import type { Bench } from './bench.ts';
import { ask, atOnce } from './client.ts';
import { type Cost, costOf } from './cost.ts';
import { deepGoods } from './deep-goods.ts';
import { giveBuyersMoney } from './processes/money.ts';

const width = 32;

/** Takes everything out of a cart. */
export async function emptyCart(origin: string, cookie: string): Promise<void> {
  const { data } = await ask<{ data: { id: number }[] }>(origin, '/api/cart/list', { cookie });
  const ids = data.map(({ id }) => `ids[]=${id}`).join('&');
  if (ids) await ask(origin, '/api/cart/batch-delete', { cookie, form: ids });
}

interface Placed {
  trade_no: string;
}

async function runErrand(origin: string, cookie: string, goodsIds: readonly number[]): Promise<void> {
  const lines: number[] = [];
  for (const goodsId of goodsIds) {
    const form = `lines[0][goods_id]=${goodsId}&lines[0][type]=0&lines[0][number]=600`;
    const { added } = await ask<{ added: { id: number }[] }>(origin, '/api/cart', { cookie, form });
    lines.push(...added.map(({ id }) => id));
  }
  const form = lines.map((id) => `ids[]=${id}`).join('&');
  const { total } = await ask<{ total: { pay_amount: string } }>(origin, '/api/order/preview', {
    cookie,
    form,
  });
  const placed = await ask<Placed>(origin, '/api/order', {
    cookie,
    form: `${form}&expected_total=${total.pay_amount}`,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await ask(origin, '/api/pay', {
    cookie,
    form: `trade_no=${placed.trade_no}&provider=balance`,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
}

/** The cost of an errand, all buyers at theirs at once. */
export async function errandCost(bench: Bench, cookies: readonly string[]): Promise<Cost> {
  const { origin, isQuick, pool } = bench;
  const ids = await deepGoods(bench, 60);
  await atOnce(8, cookies, (cookie) => emptyCart(origin, cookie));
  await giveBuyersMoney(bench);
  // Tables that were just filled: plans are to be those of a shop that runs.
  await pool.query('ANALYZE');
  const run = (cookie: string, at: number) =>
    runErrand(
      origin,
      cookie,
      Array.from({ length: 5 }, (_, nth) => ids[(at * 5 + nth) % ids.length] ?? 0),
    );
  const rounds = isQuick ? 1 : 4;
  // A server that has run for a minute: an errand's calls are many, and each has been made a few hundred times by then.
  for (let nth = 0; nth < rounds * 2; nth++) await atOnce(width, cookies, run);
  return costOf(bench, async () => {
    const begun = performance.now();
    // A buyer does one errand after the other: two at once would change one cart.
    await atOnce(width, cookies, async (cookie, at) => {
      for (let round = 0; round < rounds; round++) await run(cookie, at + round);
    });
    const calls = cookies.length * rounds;
    return { calls, perSecond: (calls * 1000) / (performance.now() - begun) };
  });
}
