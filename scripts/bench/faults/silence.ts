/**
 * The database is silent for a minute: which requests are answered, how fast, what continues, and when everything
 * recovers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openWire, type Wire } from '#tests/support/between.ts';
import { send } from '../client.ts';
import { count, ms, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { mixedWork, recovery } from './shop/mixed.ts';
import { openShop } from './shop/shop.ts';
import { atRate, makeTally } from './shop/tally.ts';

const perSecond = 20;

async function run(isQuick: boolean): Promise<Row[]> {
  const silentMs = isQuick ? 15_000 : 60_000;
  let wire: Wire | undefined;
  const shop = await openShop({
    through: async (url) => {
      wire = await openWire(url);
      return wire.url;
    },
    env: { LIMIT_SCALE: '10000', SHUTDOWN_SECONDS: '10' },
  });
  const origin = shop.origins[0]!;
  try {
    const calls = makeTally();
    const pages = makeTally();
    const healths = makeTally();
    const work = await mixedWork(shop, calls);
    await send(origin, '/list');
    wire!.silence();
    const end = Date.now() + silentMs;
    const isOver = () => Date.now() > end;
    await Promise.all([
      atRate(perSecond, isOver, work),
      atRate(10, isOver, () => pages.send(origin, '/list')),
      // A response of health is valid half a second: the last earlier one is still correct for its readers.
      pause(600).then(() => atRate(2, isOver, () => healths.send(origin, '/api/health'))),
    ]);
    wire!.speak();
    const back = await recovery(origin);
    const healthy = healths.byStatus.get(200) ?? 0;

    wire!.silence();
    const begin = performance.now();
    await shop.end(0);
    const ended = performance.now() - begin;
    const most = (tally: typeof calls) => Math.max(...tally.durations);
    const lost = calls.byStatus.get(0) ?? 0;
    return [
      {
        what: `database silent for ${silentMs / 1000} s: calls answer, slowest of ${count(calls.total)}`,
        bar: '≤ 12,000 ms',
        measured: `${ms(most(calls))}, ${lost} without an answer`,
        isMet: most(calls) <= 12_000 && lost === 0 && shop.exits() === 0,
      },
      {
        what: 'stored pages go on',
        bar: 'all',
        measured: `${count(pages.byStatus.get(200) ?? 0)} of ${count(pages.total)}, slowest ${ms(most(pages))}`,
        isMet: pages.byStatus.get(200) === pages.total,
      },
      {
        what: 'health says so, slowest',
        bar: '≤ 3,000 ms',
        measured: `${ms(most(healths))}, ${healthy} said all is well`,
        isMet: most(healths) <= 3_000 && healthy === 0,
      },
      { what: 'normal when it speaks again', bar: '≤ 3,000 ms', measured: ms(back), isMet: back <= 3_000 },
      {
        what: 'SIGTERM while it is silent',
        bar: '≤ 10,000 ms',
        measured: ms(ended),
        isMet: ended <= 10_500,
      },
    ];
  } finally {
    wire?.speak();
    await shop.close();
    await wire?.close();
  }
}

export const bar: FaultBar = { name: 'silence', run };
