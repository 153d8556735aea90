/**
 * npm run bench [-- --quick] [--strict] [--write] [--only word]: the table of measurements, from real runs against the
 * built server. Data are in `.data-bench` and are reused between runs. `--quick` measures on 4,000 items for a moment
 * each; `--only` takes the measurements whose name contains the word; `--strict` exits with 1 when a bar is missed;
 * `--write` puts each table into its place in docs/measured.md as soon as it is measured. `--only
 * processes` runs several server processes, `--only load` sends calls at a fixed rate, `--only soak [--minutes 30]`
 * runs 64 buyers with all activities for long. `--only json` measures the cost of each call, in a separate shop of
 * 10,000 items; `--only invoices` issues a month of 2,000 orders against a counterpart; `--only chat` opens 2,000 streams, `--only live` has 2,000 viewers of a room; `--only growth`, the cost of a catalogue of 100,000 and 1,000,000 items compared to one of 10,000.
 * `--only faults` and `--only faults:NAME` inject faults instead (bench/faults), on temporary databases.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { openBench } from './bench/bench.ts';
import { measureBuild } from './bench/build-parts.ts';
import { cachedPages } from './bench/cached-pages.ts';
import { cart } from './bench/cart.ts';
import { measureChat } from './bench/chat.ts';
import { checkout } from './bench/checkout.ts';
import { measureFast } from './bench/fast-parts.ts';
import { faultsAskedFor, measureFaults } from './bench/faults/faults.ts';
import { measureGrowth } from './bench/growth.ts';
import { measureInvoices } from './bench/invoices.ts';
import { measureJson } from './bench/json-calls.ts';
import { measureChanges } from './bench/large-changes.ts';
import { layoutShift } from './bench/layout-shift.ts';
import { measureLive } from './bench/live.ts';
import { type OwnTable, ownTables, type ShopTable, shopTables, writeTable } from './bench/measured.ts';
import { pageWeight } from './bench/page-weight.ts';
import { measureLoad } from './bench/processes/open-load.ts';
import { measureProcesses } from './bench/processes/processes.ts';
import { measureSoak } from './bench/processes/soak.ts';
import { recall } from './bench/recall.ts';
import { searching } from './bench/searching.ts';
import { slowBrowser } from './bench/slow-browser.ts';
import { isMissed, type Measurement, type Row, tableOf } from './bench/table.ts';

const measurements: Record<ShopTable, Measurement> = {
  pageWeight,
  layoutShift,
  slowBrowser,
  searching,
  recall,
  cart,
  checkout,
  cachedPages,
};

/** Measurements that open shops of their own. */
const ownShops: Record<
  OwnTable,
  (isQuick: boolean, minutes: number) => Promise<{ rows: Row[]; about: string }>
> = {
  fast: measureFast,
  build: measureBuild,
  json: measureJson,
  changes: measureChanges,
  invoices: measureInvoices,
  chat: measureChat,
  live: measureLive,
  growth: measureGrowth,
  processes: measureProcesses,
  load: measureLoad,
  soak: measureSoak,
};

const usage = `用法：npm run bench [-- --quick --strict --write --only 名称]，名称：${[...shopTables, ...ownTables].join('、')}（soak 可加 --minutes 分钟）、faults、faults:名称。`;

function readOptions() {
  const options = {
    quick: { type: 'boolean' },
    strict: { type: 'boolean' },
    write: { type: 'boolean' },
    only: { type: 'string' },
    minutes: { type: 'string' },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new StartupError(usage);
  }
}

/** The rows of the measurements asked for, printed as a table; each written where that is asked. */
async function measure(): Promise<Row[]> {
  const { quick = false, write = false, only = '', minutes } = readOptions();
  const fault = faultsAskedFor(only);
  if (write && (quick || fault))
    throw new StartupError('--write 只写完整的测量：不能同时用 --quick，也不能只测 faults 中的一项。');
  if (fault !== undefined) {
    const rows = await measureFaults(fault, quick);
    const about = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
    console.log(tableOf(rows, about));
    if (write) writeTable('faults', rows, about);
    return rows;
  }
  const own = ownTables.find((name) => name === only);
  if (own !== undefined) {
    const { rows, about } = await ownShops[own](quick, Number(minutes ?? (quick ? 1 : 30)));
    console.log(tableOf(rows, about));
    if (write) writeTable(own, rows, about);
    return rows;
  }
  const wanted = shopTables.filter((name) => name.toLowerCase().includes(only.toLowerCase()));
  if (wanted.length === 0) throw new StartupError(usage);
  const bench = await openBench(quick);
  const rows: Row[] = [];
  try {
    for (const name of wanted) {
      console.error(`测量 ${name}…`);
      const measured = await measurements[name](bench);
      rows.push(...measured);
      if (write) writeTable(name, measured, bench.about);
    }
  } finally {
    await bench.close();
  }
  console.log(tableOf(rows, bench.about));
  return rows;
}

const rows = await measure().catch(fail);
process.exit(readOptions().strict && rows.some(isMissed) ? 1 : 0);
