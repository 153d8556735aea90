/** Measures the gain of each part of the fast way: processor time of calls without it and with it (docs/fast.md). */
import { fastParts } from '#lib/server/core/process/env.ts';
import { openBench } from './bench.ts';
import { logInAll } from './client.ts';
import { costOf } from './cost.ts';
import { buyerName } from './database.ts';
import { errandCost } from './errands.ts';
import { seriesOf } from './json-calls.ts';
import { load } from './load.ts';
import type { Row } from './table.ts';
import { loadWords } from './words.ts';

const buyers = 16;
/** A part that gains less on everything goes. */
export const leastGain = 0.05;

/** CPU ms of server and database of each call, for a shop without some part. */
async function costsWithout(part: string, isQuick: boolean): Promise<Map<string, number>> {
  const bench = await openBench(isQuick, undefined, { WITHOUT: part });
  try {
    const names = Array.from({ length: Math.min(buyers, bench.buyers) }, (_, nth) => buyerName(nth));
    const cookies = await logInAll(bench.origin, names);
    const costs = new Map<string, number>();
    for (const [what, requests] of Object.entries(
      await seriesOf(bench, await loadWords(bench.pool), cookies),
    )) {
      await load(bench.origin, requests, isQuick ? 1 : 4);
      const { server, database } = await costOf(bench, () => load(bench.origin, requests, isQuick ? 1 : 5));
      costs.set(what, server + database);
    }
    const { server, database } = await errandCost(bench, cookies);
    return costs.set('errand', server + database);
  } finally {
    await bench.close();
  }
}

/** The largest gains, in percent. */
export function gainText(gains: ReadonlyMap<string, number>, shown: number): string {
  return [...gains]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([what, gain]) => `${what} ${gain < 0 ? '−' : '+'}${Math.abs(Math.round(gain * 100))} %`)
    .join('; ');
}

/** The whole is measured at both ends, because a machine may become slower meanwhile. */
export async function measureFast(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const first = await costsWithout('', isQuick);
  const parts = new Map<string, Map<string, number>>();
  for (const part of fastParts) parts.set(part, await costsWithout(part, isQuick));
  const last = await costsWithout('', isQuick);
  const whole = (what: string) => ((first.get(what) ?? 0) + (last.get(what) ?? 0)) / 2;
  const rows = [...parts].map(([part, costs]): Row => {
    const gains = new Map([...costs].map(([what, cost]) => [what, cost / whole(what) - 1]));
    return {
      what: `without ${part}`,
      bar: `≥ ${leastGain * 100} % on some call`,
      measured: gainText(gains, 3),
      isMet: [...gains.values()].some((gain) => gain >= leastGain),
      isDirection: true,
    };
  });
  const drift = [...first].map(([what, cost]) => Math.abs((last.get(what) ?? 0) / cost - 1));
  return { rows, about: `the whole at both ends differs by up to ${Math.round(Math.max(...drift) * 100)} %` };
}
