/** The order call alone, by all companies of the bench: how many a second, and what one costs. */
import type { Bench } from './bench.ts';
import { fillCart, type Job, place } from './checkout.ts';
import { atOnce, send } from './client.ts';
import { costOf } from './cost.ts';
import { buyerName } from './database.ts';
import { deepGoods } from './deep-goods.ts';
import { count, type Row } from './table.ts';

const width = 32;
const goodsEach = 4;

/**
 * Carts are filled before and orders cancelled after, uncounted; the first round of all companies is not counted either: a
 * server and connections that have run for a minute are measured.
 */
export async function ordersAlone(
  bench: Bench,
): Promise<Pick<Row, 'what' | 'measured'> & { perSecond: number }> {
  const { origin, buyers } = bench;
  const goods = await deepGoods(bench, goodsEach);
  const names = Array.from({ length: buyers }, (_, nth) => buyerName(nth));
  await orderAll(origin, await jobsOf(bench, names, goods));
  const jobs = await jobsOf(bench, names, goods);
  let nos: Ordered[] = [];
  const cost = await costOf(bench, async () => {
    const begun = performance.now();
    nos = await orderAll(origin, jobs, false);
    return { calls: jobs.length, perSecond: (jobs.length * 1000) / (performance.now() - begun) };
  });
  await cancelAll(origin, nos);
  const { server, database, perSecond } = cost;
  return {
    what: `orders alone, ${width} at once, ${buyers} companies, ${count(jobs.length)} orders`,
    measured: `${count(perSecond)} a second, ${server.toFixed(2)} + ${database.toFixed(2)} ms`,
    perSecond,
  };
}

interface Ordered {
  cookie: string;
  no: string;
}

/** Neighbours in the queue are different companies and different goods. */
async function jobsOf(bench: Bench, names: readonly string[], goods: readonly number[]): Promise<Job[]> {
  const carts = await atOnce(8, names, (name) => fillCart(bench, name, goods));
  return goods.flatMap((_, nth) => carts.flatMap((jobs, at) => jobs[(nth + at) % jobs.length] ?? []));
}

/** Throws where one is refused. */
async function orderAll(origin: string, jobs: readonly Job[], isCancelled = true): Promise<Ordered[]> {
  const placed = await atOnce(width, jobs, async (job): Promise<Ordered[]> => {
    const { status, body } = await place(origin, job);
    if (status !== 200) throw new Error(`an order was refused: ${status} ${body.toString().slice(0, 200)}`);
    const { data } = JSON.parse(body.toString()) as { data: { orders: { no: string }[] } };
    return data.orders.map(({ no }) => ({ cookie: job.cookie, no }));
  });
  if (isCancelled) await cancelAll(origin, placed.flat());
  return placed.flat();
}

async function cancelAll(origin: string, orders: readonly Ordered[]): Promise<void> {
  await atOnce(8, orders, ({ cookie, no }) => send(origin, `/api/order/${no}/cancel`, { cookie, form: '' }));
}
