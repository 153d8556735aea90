/**
 * `npm run bench -- --only soak [--minutes 30]`: 64 buyers search, view, fill carts, order, pay and cancel for a long
 * time. At the end the process is as large and as fast as at the beginning, nothing has failed, and stock and money are
 * consistent with the orders.
 */
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { openBench } from '../bench.ts';
import { logInAll, send } from '../client.ts';
import { memoryOf } from '../cpu.ts';
import { buyerName } from '../database.ts';
import { deepGoods } from '../deep-goods.ts';
import { count, ms, percentile, type Row } from '../table.ts';
import { loadWords, type Words } from '../words.ts';
import { openBooks } from './books.ts';
import { runErrand } from './errand.ts';
import { giveBuyersMoney } from './money.ts';

const buyers = 64;
const sampleMs = 2_000;

interface Call {
  /** When it ended, ms since the beginning. */
  at: number;
  ms: number;
}

interface Diary {
  calls: Call[];
  memory: { at: number; mb: number }[];
  failed: string[];
  /** Numbers of the acknowledged orders. */
  nos: string[];
}

/** One buyer's acts until the time is over. */
async function buy(
  origin: string,
  { words, goods, cookie, nth }: { words: Words; goods: readonly number[]; cookie: string; nth: number },
  diary: Diary,
  { begun, end }: { begun: number; end: number },
): Promise<void> {
  const note = (what: string, { status, body }: { status: number; body: Buffer }, due: number) => {
    diary.calls.push({ at: performance.now() - begun, ms: performance.now() - due });
    if (status !== 200) diary.failed.push(`${what}: ${status} ${body.toString().slice(0, 200)}`);
  };
  async function look(path: string): Promise<void> {
    const due = performance.now();
    note(path, await send(origin, path, { cookie }), due);
  }
  const pick = <T>(all: readonly T[], at: number) => all[at % all.length];
  for (let at = nth * 17; performance.now() < end; at++) {
    await look(`/api/goods/search?keywords=${encodeURIComponent(pick(words.searches, at) ?? '')}`);
    await look(`/api/goods/list?${pick(words.lists, at)}&size=20`);
    const id = pick(words.goodsIds, at);
    await look(`/api/goods/detail/${id}`);
    await look(`/api/goods/offers?ids=${id}`);
    await look(`/list/info/${id}`);
    await look('/api/cart/list');
    const goodsId = pick(goods, at) ?? 0;
    const errand = { cookie, goodsId, quantity: 600, isPaid: at % 3 !== 0 };
    const { nos } = await runErrand(origin, errand, performance.now(), (what, answer, due) =>
      note(what, answer, due),
    );
    diary.nos.push(...nos);
    if (at % 5 === 0) await look('/api/order');
  }
}

/** Least squares: the growth an hour. */
function slopePerHour(points: readonly { at: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [at, mb] = [mean(points.map((one) => one.at)), mean(points.map((one) => one.mb))];
  const up = points.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0);
  const down = points.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return down === 0 ? 0 : (up / down) * 3_600_000;
}

/** In less time caches still fill and code is still compiled: the numbers are reported without a verdict. */
const leastMinutes = 10;

/** Memory after the first third, in which caches fill; calls of the first third compared with those of the last. */
function steadiness({ calls, memory }: Diary, minutes: number): Row[] {
  const third = (minutes * 60_000) / 3;
  const within = (from: number, to: number) =>
    calls.filter(({ at }) => at >= from && at < to).map((one) => one.ms);
  const [first, last] = [within(0, third), within(2 * third, 3 * third)];
  const [before, after] = [percentile(first, 0.99), percentile(last, 0.99)];
  const middle = memory.filter(({ at }) => at >= third && at < 2 * third).map(({ mb }) => mb);
  const end = memory.filter(({ at }) => at >= 2 * third).map(({ mb }) => mb);
  const grown = percentile(end, 0.5) / percentile(middle, 0.5);
  const slope = slopePerHour(memory.filter(({ at }) => at >= third));
  const judged = (isMet: boolean) => (minutes < leastMinutes ? {} : { isMet });
  return [
    {
      what: `memory of the server, ${minutes} minutes: median of the last third beside the middle one`,
      bar: '≤ 105%',
      measured: `${(grown * 100).toFixed(1)}% (${count(percentile(middle, 0.5))} → ${count(percentile(end, 0.5))} MB, ${slope.toFixed(0)} MB an hour, most ${count(Math.max(...memory.map(({ mb }) => mb)))})`,
      ...judged(grown <= 1.05),
    },
    {
      what: `p99 of ${count(calls.length)} calls: last third beside the first`,
      bar: '≤ 125%',
      measured: `${ms(before)} → ${ms(after)} (medians ${ms(percentile(first, 0.5))} → ${ms(percentile(last, 0.5))})`,
      ...judged(after <= before * 1.25),
    },
  ];
}

export async function measureSoak(
  isQuick: boolean,
  minutes: number,
): Promise<{ rows: Row[]; about: string }> {
  const bench = await openBench(isQuick);
  try {
    const { origin, pool, pids } = bench;
    await giveBuyersMoney(bench);
    const goods = await deepGoods(bench, 60);
    const words = await loadWords(pool);
    const names = Array.from({ length: Math.min(buyers, bench.buyers) }, (_, nth) => buyerName(nth));
    const cookies = await logInAll(origin, names);
    const books = await openBooks(pool, goods);
    const diary: Diary = { calls: [], memory: [], failed: [], nos: [] };
    const begun = performance.now();
    const end = begun + minutes * 60_000;
    const sampling = setInterval(
      () => diary.memory.push({ at: performance.now() - begun, mb: memoryOf(pids.server) }),
      sampleMs,
    );
    try {
      await Promise.all(
        cookies.map((cookie, nth) => buy(origin, { words, goods, cookie, nth }, diary, { begun, end })),
      );
    } finally {
      clearInterval(sampling);
    }
    const { wrong } = await compareLedgers(pool);
    const rows = [
      ...steadiness(diary, minutes),
      {
        what: `calls of ${names.length} buyers at once that failed`,
        bar: '0',
        measured: `${diary.failed.length}${diary.failed[0] === undefined ? '' : `: ${diary.failed[0]}`}`,
        isMet: diary.failed.length === 0,
      },
      ...(await books.compare(diary.nos)),
      {
        what: 'wallets, points and vouchers that differ from their ledgers',
        bar: '0',
        measured: wrong.length === 0 ? '0' : wrong.join(', '),
        isMet: wrong.length === 0,
      },
    ];
    return { rows, about: bench.about };
  } finally {
    await bench.close();
  }
}
