/**
 * `npm run bench -- --only processes`: 1, 2 and 4 processes behind a plain round-robin on one database: calls of a mix and
 * orders a second, the processors that servers and database take apart, what the database waits for, and how soon one
 * process knows what was changed elsewhere.
 */
import { ensureBuild } from '../../build.ts';
import { fillCart, place } from '../checkout.ts';
import { atOnce, send } from '../client.ts';
import { type BenchDatabase, buyerName, openBenchDatabase } from '../database.ts';
import { deepGoods } from '../deep-goods.ts';
import { loadMixed } from '../load.ts';
import { count, ms, percentile, type Row } from '../table.ts';
import { coresBetween, coresText, type Fleet, openFleet, type Used } from './fleet.ts';
import { mixOf } from './mix.ts';
import { seenRows } from './seen.ts';
import { watchWaits } from './waits.ts';

const width = 32;

interface Measured {
  perSecond: number;
  p99: number;
  cores: Used;
  /** Processor ms a call: of the servers, of the database. */
  each: string;
  waits: string;
}

/** Runs work that returns its amount and its slowest durations, and measures the processors meanwhile. */
async function measure(
  fleet: Fleet,
  { pool }: BenchDatabase,
  work: () => Promise<{ calls: number; p99: number }>,
): Promise<Measured> {
  const endWaits = watchWaits(pool);
  const [before, begun] = [fleet.used(), performance.now()];
  const { calls, p99 } = await work().catch(async (error: unknown) => {
    await endWaits();
    throw error;
  });
  const seconds = (performance.now() - begun) / 1000;
  const cores = coresBetween(before, fleet.used(), seconds);
  const each = [cores.servers, cores.database].map((one) => ((one * seconds * 1000) / calls).toFixed(2));
  return { perSecond: calls / seconds, p99, cores, each: each.join(' + '), waits: await endWaits() };
}

function rowsOf(what: string, processes: number, measured: Measured): Row[] {
  const head = `${what}, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
  return [
    {
      what: `${head}: a second`,
      bar: '',
      measured: `${count(measured.perSecond)} (p99 ${ms(measured.p99)})`,
    },
    {
      what: `${head}: servers + database`,
      bar: '',
      measured: `${coresText(measured.cores)}; ${measured.each} ms each`,
    },
    { what: `${head}: what the database does`, bar: '', measured: measured.waits },
  ];
}

async function mixed(fleet: Fleet, database: BenchDatabase): Promise<Measured> {
  const { requests } = await mixOf(fleet.origin, database);
  await loadMixed(fleet.origin, requests, 2);
  return measure(fleet, database, () => loadMixed(fleet.origin, requests, database.isQuick ? 3 : 15));
}

/** Each buyer orders some lines, 32 at once; there are many goods, so that few wait for each other's. */
async function ordered(fleet: Fleet, database: BenchDatabase): Promise<Measured> {
  const goods = await deepGoods(database, 400);
  const lines = database.isQuick ? 4 : 8;
  const goodsOf = (at: number) =>
    Array.from({ length: lines }, (_, nth) => goods[(at * lines + nth) % goods.length] ?? 0);
  const names = Array.from({ length: database.buyers }, (_, nth) => buyerName(nth));
  const carts = await atOnce(8, names, (name, at) => fillCart(fleet, name, goodsOf(at)));
  const jobs = Array.from({ length: lines }, (_, nth) => carts.flatMap((own) => own[nth] ?? [])).flat();
  const placed: { cookie: string; no: string }[] = [];
  const measured = await measure(fleet, database, async () => {
    const answers = await atOnce(width, jobs, (job) => place(fleet.origin, job));
    const failed = answers.find(({ status }) => status !== 200);
    if (failed !== undefined) throw new Error(`an order was refused: ${failed.body}`);
    answers.forEach(({ body }, at) => {
      const { orders }: { orders: { no: string }[] } = JSON.parse(body.toString()).data;
      for (const { no } of orders) placed.push({ cookie: jobs[at]?.cookie ?? '', no });
    });
    const durations = answers.map((answer) => answer.ms);
    return { calls: answers.length, p99: percentile(durations, 0.99) };
  });
  // A company has twenty unpaid ones at most.
  await atOnce(8, placed, ({ cookie, no }) =>
    send(fleet.origin, `/api/order/${no}/cancel`, { cookie, form: '' }),
  );
  return measured;
}

export async function measureProcesses(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  await ensureBuild();
  const database = await openBenchDatabase(isQuick);
  const rows: Row[] = [];
  try {
    for (const processes of [1, 2, 4]) {
      console.error(`测量 ${processes} 个进程…`);
      const fleet = await openFleet(database, processes);
      try {
        rows.push(...rowsOf('mix of calls', processes, await mixed(fleet, database)));
        rows.push(...rowsOf('orders', processes, await ordered(fleet, database)));
        if (processes === 2) rows.push(...(await seenRows(fleet.origins[1] ?? '', database)));
      } finally {
        await fleet.close();
      }
    }
    return { rows, about: database.about };
  } finally {
    await database.close();
  }
}
