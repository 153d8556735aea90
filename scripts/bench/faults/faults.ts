/**
 * `npm run bench -- --only faults` and `-- --only faults:NAME`: the faults that the shop withstands. Each file of this
 * folder exports one bar as `bar`; the order is that of the file names. Shared code is in `shop/`.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '#lib/server/core/process/env.ts';
import { ensureBuild } from '../../build.ts';
import type { Row } from '../table.ts';

export interface FaultBar {
  /** Its name in `--only faults:NAME`. */
  name: string;
  /** `isQuick`: a smaller round, for trying. Opens its own shop and closes it. */
  run(isQuick: boolean): Promise<Row[]>;
}

const word = 'faults';

/** The bar's name after `faults:`, empty for all of them; undefined for another argument. */
export function faultsAskedFor(only: string): string | undefined {
  const [first, name = ''] = only.split(':');
  return first === word ? name : undefined;
}

/** Every bar of this folder. Throws when a file exports none. */
export async function listBars(): Promise<FaultBar[]> {
  const own = path.basename(import.meta.filename);
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== own);
  return Promise.all(
    files.sort().map(async (file) => {
      const { bar } = (await import(path.join(import.meta.dirname, file))) as { bar?: FaultBar };
      if (bar === undefined) throw new Error(`${file} exports no bar`);
      return bar;
    }),
  );
}

/**
 * Runs the bars whose name contains the word, one after the other. A bar that throws is a missed row, the others
 * continue.
 */
export async function measureFaults(name: string, isQuick: boolean): Promise<Row[]> {
  const bars = await listBars();
  const wanted = bars.filter((bar) => bar.name.toLowerCase().includes(name.toLowerCase()));
  if (wanted.length === 0)
    throw new StartupError(`没有“${name}”。可用：${bars.map((bar) => bar.name).join('、')}。`);
  await ensureBuild();
  const rows: Row[] = [];
  const given = { ...process.env };
  for (const bar of wanted) {
    console.error(`测量 faults:${bar.name}…`);
    try {
      rows.push(...(await bar.run(isQuick)));
    } catch (error) {
      console.error(error);
      const said = String(error).replace(/\s+/g, ' ').slice(0, 120);
      rows.push({ what: bar.name, bar: 'runs to its end', measured: said, isMet: false });
    } finally {
      // Settings that a bar made for its database must not reach the next one.
      for (const key of Object.keys(process.env)) if (!(key in given)) delete process.env[key];
      Object.assign(process.env, given);
    }
  }
  return rows;
}
