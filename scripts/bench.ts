/**
 * npm run bench [-- --quick] [--strict] [--only word]: the table of measurements, from real runs against the built
 * server. Data are in `.data-bench` and are reused between runs. `--quick` measures on 4,000 items for a moment each;
 * `--only` takes the measurements whose name contains the word; `--strict` exits with 1 when a bar is missed. `--only
 * processes` runs several server processes, `--only load` sends calls at a fixed rate, `--only soak [--minutes 30]`
 * runs 64 buyers with all activities for long. `--only json` measures the cost of each call, in a separate shop of
 * 10,000 items; `--only growth`, the cost of a catalogue of 100,000 and 1,000,000 items compared to one of 10,000.
 * `--only faults` and `--only faults:NAME` inject faults instead (bench/faults), on temporary databases.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { StartupError } from '#lib/server/process/env.ts';
import { fail } from '#lib/server/process/fail.ts';
import { openBench } from './bench/bench.ts';
import { cachedPages } from './bench/cached-pages.ts';
import { cart } from './bench/cart.ts';
import { checkout } from './bench/checkout.ts';
import { faultsAskedFor, measureFaults } from './bench/faults/faults.ts';
import { measureGrowth } from './bench/growth.ts';
import { measureJson } from './bench/json-calls.ts';
import { layoutShift } from './bench/layout-shift.ts';
import { pageWeight } from './bench/page-weight.ts';
import { measureLoad } from './bench/processes/open-load.ts';
import { measureProcesses } from './bench/processes/processes.ts';
import { measureSoak } from './bench/processes/soak.ts';
import { recall } from './bench/recall.ts';
import { searching } from './bench/searching.ts';
import { slowBrowser } from './bench/slow-browser.ts';
import { isMissed, type Measurement, type Row, tableOf } from './bench/table.ts';

const measurements: Record<string, Measurement> = {
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
  string,
  (isQuick: boolean, minutes: number) => Promise<{ rows: Row[]; about: string }>
> = {
  json: measureJson,
  growth: measureGrowth,
  processes: measureProcesses,
  load: measureLoad,
  soak: measureSoak,
};

function readOptions() {
  const options = {
    quick: { type: 'boolean' },
    strict: { type: 'boolean' },
    only: { type: 'string' },
    minutes: { type: 'string' },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new StartupError(
      `用法：npm run bench [-- --quick --strict --only 名称]，名称：${Object.keys(measurements).join('、')}、json、growth、processes、load、soak（可加 --minutes 分钟）、faults、faults:名称。`,
    );
  }
}

/** The table of withstood faults. */
async function runFaults(name: string, isQuick: boolean): Promise<Row[]> {
  const rows = await measureFaults(name, isQuick);
  console.log(tableOf(rows, `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`));
  return rows;
}

async function run(): Promise<boolean> {
  const { quick = false, strict = false, only = '', minutes } = readOptions();
  const fault = faultsAskedFor(only);
  if (fault !== undefined) {
    const rows = await runFaults(fault, quick);
    return !(strict && rows.some(isMissed));
  }
  const apart = ownShops[only];
  if (apart !== undefined) {
    const { rows, about } = await apart(quick, Number(minutes ?? (quick ? 1 : 30)));
    console.log(tableOf(rows, about));
    return !(strict && rows.some(isMissed));
  }
  const wanted = Object.entries(measurements).filter(([name]) =>
    name.toLowerCase().includes(only.toLowerCase()),
  );
  const bench = await openBench(quick);
  const rows: Row[] = [];
  try {
    for (const [name, measure] of wanted) {
      console.error(`测量 ${name}…`);
      rows.push(...(await measure(bench)));
    }
  } finally {
    await bench.close();
  }
  console.log(tableOf(rows, bench.about));
  return !(strict && rows.some(isMissed));
}

const isGood = await run().catch(fail);
process.exit(isGood ? 0 : 1);
