import type { Bench } from './bench.ts';
import { ask, atOnce, logIn, send } from './client.ts';
import { buyerName } from './database.ts';
import { deepGoods } from './deep-goods.ts';
import { count, latencyRow, type Row } from './table.ts';

const width = 32;

export interface Job {
  cookie: string;
  line: number;
  total: string;
}

interface Placed {
  trade_no: string;
  orders: { no: string }[];
}

/** Enough of an item to reach the merchant's minimum. */
export async function fillCart(
  { origin }: Pick<Bench, 'origin'>,
  name: string,
  goods: readonly number[],
): Promise<Job[]> {
  const cookie = await logIn(origin, name);
  const cart = await ask<{ data: { id: number }[] }>(origin, '/api/cart/list', { cookie });
  const old = cart.data.map(({ id }) => `ids[]=${id}`).join('&');
  if (old) await ask(origin, '/api/cart/batch-delete', { cookie, form: old });
  const form = goods
    .map((id, at) => `lines[${at}][goods_id]=${id}&lines[${at}][type]=0&lines[${at}][number]=600`)
    .join('&');
  const { added } = await ask<{ added: { id: number }[] }>(origin, '/api/cart', { cookie, form });
  return atOnce(1, added, async ({ id }) => {
    const { total } = await ask<{ total: { pay_amount: string } }>(origin, '/api/order/preview', {
      cookie,
      form: `ids[]=${id}`,
    });
    return { cookie, line: id, total: total.pay_amount };
  });
}

/** Orders a line at the total that the preview said. */
export async function place(origin: string, { cookie, line, total }: Job) {
  return send(origin, '/api/order', {
    cookie,
    form: `ids[]=${line}&expected_total=${total}`,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
}

/** Pieces in stock and pieces reserved by unpaid orders, of some items. */
async function countPieces({ pool }: Bench, goods: readonly number[], trades: readonly string[]) {
  const { rows } = await pool.query<{ stock: number; held: number; orders: number }>(
    `SELECT (SELECT sum(stock)::int FROM goods WHERE id = ANY($1)) AS stock,
       coalesce((SELECT sum(l.quantity)::int FROM order_line l JOIN "order" o ON o.no = l.order_no
         WHERE o.trade_no = ANY($2)), 0) AS held,
       (SELECT count(*)::int FROM "order" WHERE trade_no = ANY($2)) AS orders`,
    [goods, trades],
  );
  return rows[0]!;
}

/** Many buyers order at once: how fast, and whether stock and orders agree afterwards. */
export async function checkout(bench: Bench): Promise<Row[]> {
  const { origin, buyers, isQuick } = bench;
  const goods = await deepGoods(bench, isQuick ? 4 : 8);
  const names = Array.from({ length: buyers }, (_, nth) => buyerName(nth));
  const carts = await atOnce(8, names, (name) => fillCart(bench, name, goods));
  // Neighbours in the queue are different companies and different goods.
  const jobs = goods.flatMap((_, nth) => carts.flatMap((jobs, at) => jobs[(nth + at) % jobs.length] ?? []));
  const before = await countPieces(bench, goods, []);
  const begin = performance.now();
  const answers = await atOnce(width, jobs, (job) => place(origin, job));
  const seconds = (performance.now() - begin) / 1000;
  const placed = answers.flatMap(({ status, body }) =>
    status === 200 ? [JSON.parse(body.toString()).data as Placed] : [],
  );
  const failed = answers.find(({ status }) => status !== 200);
  const trades = placed.map((trade) => trade.trade_no);
  const after = await countPieces(bench, goods, trades);
  const reported = placed.reduce((sum, trade) => sum + trade.orders.length, 0);
  const rate = placed.length / seconds;
  const cookieOf = new Map(answers.map((_, at) => [at, jobs[at]!.cookie]));
  await atOnce(8, answers, async ({ status, body }, at) => {
    if (status !== 200) return;
    for (const { no } of (JSON.parse(body.toString()).data as Placed).orders) {
      await send(origin, `/api/order/${no}/cancel`, { cookie: cookieOf.get(at)!, form: '' });
    }
  });
  const returned = await countPieces(bench, goods, trades);
  return [
    {
      what: `checkout, ${width} at once, ${buyers} companies, ${count(jobs.length)} orders`,
      bar: '≥ 350 a second',
      measured: `${count(rate)} a second${failed ? `; ${jobs.length - placed.length} refused: ${failed.body.toString().slice(0, 120)}` : ''}`,
      isMet: rate >= 350 && !failed,
      isDirection: true,
    },
    latencyRow(
      'one checkout among them',
      answers.map(({ ms }) => ms),
    ),
    {
      what: 'orders acknowledged and found',
      bar: 'the same',
      measured: `${count(reported)} and ${count(after.orders)}`,
      isMet: reported === after.orders && reported > 0 && !failed,
    },
    {
      what: 'pieces gone from stock and held by orders',
      bar: 'the same',
      measured: `${count(before.stock - after.stock)} and ${count(after.held)}`,
      isMet: before.stock - after.stock === after.held,
    },
    {
      what: 'pieces missing after all were cancelled',
      bar: '0',
      measured: count(before.stock - returned.stock),
      isMet: returned.stock === before.stock,
    },
    await oversell(bench, goods[0]!, names),
  ];
}

/** Everybody wants the last packs of one goods. */
async function oversell(bench: Bench, goods: number, names: readonly string[]): Promise<Row> {
  const { origin, pool } = bench;
  const carts = (await atOnce(8, names, (name) => fillCart(bench, name, [goods]))).flat();
  const stock = 6_000;
  await pool.query('UPDATE goods SET stock = $2 WHERE id = $1', [goods, stock]);
  const answers = await atOnce(width, carts, (job) => place(origin, job));
  const placed = answers.flatMap(({ status, body }, at) =>
    status === 200 ? [{ cookie: carts[at]!.cookie, ...(JSON.parse(body.toString()).data as Placed) }] : [],
  );
  const { stock: left, held } = await countPieces(
    bench,
    [goods],
    placed.map((trade) => trade.trade_no),
  );
  for (const { cookie, orders } of placed) {
    for (const { no } of orders) await send(origin, `/api/order/${no}/cancel`, { cookie, form: '' });
  }
  return {
    what: `${count(carts.length)} orders at once on the last ${count(stock)} pieces: sold, left`,
    bar: 'all, 0',
    measured: `${count(held)}, ${count(left)}`,
    isMet: held === stock && left === 0,
  };
}
