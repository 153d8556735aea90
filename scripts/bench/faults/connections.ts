/** A hundred times the database's connections end, or it is away for a moment, under 200 mixed requests a second. */
import { openWire, type Wire } from '#tests/support/between.ts';
import { count, ms, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { mixedWork, recovery } from './shop/mixed.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { atRate, makeTally } from './shop/tally.ts';

const perSecond = 200;
/** A restart of a small PostgreSQL takes about this long, ms. */
const restartMs = 600;

/** Each ends connections in another way. */
const ways: ((shop: Shop, wire: Wire) => Promise<unknown>)[] = [
  (shop) => shop.admin.query(terminate, [new URL(shop.url).pathname.slice(1)]),
  async (_shop, wire) => wire.cut(),
  async (_shop, wire) => {
    wire.refuse(true);
    wire.cut();
    await new Promise((resolve) => setTimeout(resolve, restartMs));
    wire.refuse(false);
  },
];

const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = $1 and application_name like 'yaopi%' and pid <> pg_backend_pid()`;

async function run(isQuick: boolean): Promise<Row[]> {
  const rounds = isQuick ? 9 : 100;
  let wire: Wire | undefined;
  const shop = await openShop({
    through: async (url) => {
      wire = await openWire(url);
      return wire.url;
    },
    env: { LIMIT_SCALE: '10000' },
  });
  try {
    const tally = makeTally();
    const work = await mixedWork(shop, tally);
    const slowest: number[] = [];
    let isOver = false;
    const load = atRate(perSecond, () => isOver, work);
    for (let round = 0; round < rounds && shop.exits() === 0; round++) {
      await ways[round % ways.length]!(shop, wire!);
      slowest.push(await recovery(shop.origins[0]!));
    }
    isOver = true;
    await load;
    const bad = tally.badShare();
    const worst = Math.max(...slowest);
    const what = `${rounds} rounds of ended connections, ${perSecond} requests a second`;
    return [
      { what: `${what}: exits`, bar: '0', measured: String(shop.exits()), isMet: shop.exits() === 0 },
      {
        what: 'answers of 500 and more among them',
        bar: '≤ 1%',
        measured: `${(bad * 100).toFixed(2)}% of ${count(tally.total)}`,
        isMet: bad <= 0.01,
      },
      { what: 'normal again, slowest', bar: '≤ 3,000 ms', measured: ms(worst), isMet: worst <= 3_000 },
    ];
  } finally {
    await shop.close();
    await wire?.close();
  }
}

export const bar: FaultBar = { name: 'connections', run };
