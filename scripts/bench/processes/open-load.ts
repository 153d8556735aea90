/**
 * `npm run bench -- --only load`: calls at a fixed rate, whether or not the earlier ones have ended, as buyers do. The
 * latency of each counts from its due time. The rate is a share of a market leader's peak, 2,500 reads and 50 orders a
 * second; the result is the largest share at which one call in a hundred takes 250 ms.
 */
import { ensureBuild } from '../../build.ts';
import { send, type Timed } from '../client.ts';
import { type BenchDatabase, openBenchDatabase } from '../database.ts';
import { deepGoods } from '../deep-goods.ts';
import { count, ms, percentile, type Row } from '../table.ts';
import { runErrand } from './errand.ts';
import { coresBetween, coresText, type Fleet, openFleet } from './fleet.ts';
import { type Mix, mixOf } from './mix.ts';
import { giveBuyersMoney } from './money.ts';

const peak = { reads: 2_500, orders: 50 };
const barMs = 250;
const processes = 2;

interface Shop {
  fleet: Fleet;
  database: BenchDatabase;
  mix: Mix;
  goods: number[];
}

interface Answered {
  status: number;
  body: Timed['body'] | string;
}

interface Outcome {
  isCarried: boolean;
  row: Row;
}

/** Begins work at a fixed rate for some seconds, and waits for all of it. Each piece gets its due time. */
async function arrive(
  perSecond: number,
  seconds: number,
  work: (at: number, due: number) => Promise<void>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = begun + (at * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const one = work(at, due).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
}

/** One share for some seconds. */
async function runShare({ fleet, mix, goods }: Shop, share: number, seconds: number): Promise<Outcome> {
  const durations: Record<'reads' | 'orders', number[]> = { reads: [], orders: [] };
  const failed: string[] = [];
  function record(kind: 'reads' | 'orders', { status, body }: Answered, due: number): void {
    durations[kind].push(performance.now() - due);
    if (status !== 200) failed.push(`${status} ${body.toString().slice(0, 200)}`);
  }
  async function read(at: number, due: number): Promise<void> {
    const call = mix.calls[at % mix.calls.length];
    if (call === undefined) return;
    const answer = await send(fleet.origin, call.path, call).catch((error: unknown) => ({
      status: 0,
      body: String(error),
    }));
    record('reads', answer, due);
  }
  // A buyer does one errand at a time; an errand without a free buyer waits, and its wait counts.
  const free = [...mix.cookies];
  const waiting: ((cookie: string) => void)[] = [];
  const takeBuyer = () =>
    new Promise<string>((resolve) => {
      const cookie = free.shift();
      if (cookie === undefined) waiting.push(resolve);
      else resolve(cookie);
    });
  async function order(at: number, due: number): Promise<void> {
    const cookie = await takeBuyer();
    const errand = { cookie, goodsId: goods[at % goods.length] ?? 0, quantity: 600, isPaid: at % 10 !== 9 };
    try {
      await runErrand(fleet.origin, errand, due, (_, answer, from) => record('orders', answer, from));
    } catch (error) {
      failed.push(String(error));
    }
    const next = waiting.shift();
    if (next === undefined) free.push(cookie);
    else next(cookie);
  }
  const [before, begun] = [fleet.used(), performance.now()];
  await Promise.all([arrive(peak.reads * share, seconds, read), arrive(peak.orders * share, seconds, order)]);
  const cores = coresBetween(before, fleet.used(), (performance.now() - begun) / 1000);
  const p99 = (kind: 'reads' | 'orders') => percentile(durations[kind], 0.99);
  const isCarried = failed.length === 0 && p99('reads') <= barMs && p99('orders') <= barMs;
  const reported = `p99 ${ms(p99('reads'))} and ${ms(p99('orders'))}${failed.length > 0 ? `, ${failed.length} failed (${failed[0]})` : ''}; ${coresText(cores)}`;
  const rates = `${count(peak.reads * share)} reads and ${(peak.orders * share).toFixed(1)} orders a second`;
  console.error(`${(share * 100).toFixed(1)}%: ${reported}`);
  return { isCarried, row: { what: `${(share * 100).toFixed(1)}%: ${rates}`, bar: '', measured: reported } };
}

/** The largest share that is carried: upwards until one is not, then between the two. */
async function search(shop: Shop, seconds: number): Promise<{ rows: Row[]; share: number }> {
  const rows: Row[] = [];
  let [good, bad] = [0, Number.POSITIVE_INFINITY];
  const tries = shop.database.isQuick ? 3 : 9;
  for (let share = 0.04, nth = 0; nth < tries && bad - good > 0.005; nth++) {
    const { isCarried, row } = await runShare(shop, share, seconds);
    rows.push(row);
    if (isCarried) good = share;
    else bad = share;
    share = bad === Number.POSITIVE_INFINITY ? good * 1.5 : (good + bad) / 2;
  }
  return { rows, share: good };
}

export async function measureLoad(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  await ensureBuild();
  const database = await openBenchDatabase(isQuick);
  try {
    const fleet = await openFleet(database, processes);
    try {
      await giveBuyersMoney(database);
      const mix = await mixOf(fleet.origin, database);
      const shop = { fleet, database, mix, goods: await deepGoods(database, 40) };
      await runShare(shop, 0.02, isQuick ? 2 : 10);
      const { rows, share } = await search(shop, isQuick ? 4 : 30);
      rows.push({
        what: `share of the peak that this machine carries, ${processes} processes, callers included`,
        bar: `p99 ≤ ${barMs} ms`,
        measured: `${(share * 100).toFixed(1)}%: ${count(peak.reads * share)} reads and ${(peak.orders * share).toFixed(1)} orders a second`,
      });
      return { rows, about: database.about };
    } finally {
      await fleet.close();
    }
  } finally {
    await database.close();
  }
}
