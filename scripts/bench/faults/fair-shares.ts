/** Bar: one company pastes 60 purchase lists of 500 lines at once; another company's offers hardly slow down. */
import { growGoods } from '#demo/seed/grow.ts';
import { send } from '../client.ts';
import { percentile, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { logInAll, openShop, type Shop } from './shop/shop.ts';

const linesPerList = 500;
const most = 5;

/** Lists as pharmacies paste them: name, spec, maker, quantity; some with a typo. */
async function makeLists({ pool }: Shop, amount: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; spec: string; maker: string }>(
    'SELECT name, spec, maker FROM product ORDER BY md5(id::text) LIMIT 5000',
  );
  return Array.from({ length: amount }, (_, list) =>
    Array.from({ length: linesPerList }, (_, at) => {
      const { name, spec, maker } = rows[(list * 83 + at * 7) % rows.length]!;
      const text = at % 5 === 0 ? name.slice(0, -1) : name;
      return `${text} ${spec} ${at % 3 === 0 ? maker : ''} ${(at % 40) + 1}盒`;
    }).join('\n'),
  );
}

/** Requests a page of offers again and again until it is over; returns how long each took, ms. */
async function askOn(
  origin: string,
  cookie: string,
  ids: readonly number[],
  isOver: () => boolean,
): Promise<number[]> {
  const durations: number[] = [];
  for (let at = 0; !isOver(); at++) {
    const some = Array.from({ length: 20 }, (_, nth) => ids[(at * 20 + nth) % ids.length]).join(',');
    const { status, ms } = await send(origin, `/api/goods/offers?ids=${some}`, { cookie });
    if (status !== 200) throw new Error(`offers answered ${status}`);
    durations.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return durations;
}

/** Pastes a list and retries as long as the answer is "too often"; returns the number of such answers. */
async function paste(origin: string, cookie: string, list: string): Promise<number> {
  const form = String(new URLSearchParams({ text: list }));
  for (let refused = 0; ; refused++) {
    const { status, body } = await send(origin, '/api/quick-order/match', { cookie, form });
    if (status === 200) return refused;
    if (status !== 429) throw new Error(`match answered ${status}: ${body.toString().slice(0, 200)}`);
    // Sooner than allowed: a program that ignores Retry-After.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function run(isQuick: boolean): Promise<Row[]> {
  const shop = await openShop({
    env: { LIMIT_SCALE: '1000' },
    prepare: async (db) => {
      await growGoods(db, isQuick ? 2_000 : 20_000, new Date());
    },
  });
  try {
    const origin = shop.origins[0]!;
    const [greedy = '', other = ''] = await logInAll(shop, ['demo', 'other']);
    const { rows } = await shop.pool.query<{ id: number }>(
      'SELECT id FROM goods WHERE is_on_shelf ORDER BY md5(id::text) LIMIT 1000',
    );
    const ids = rows.map(({ id }) => id);
    const lists = await makeLists(shop, isQuick ? 12 : 60);
    await paste(origin, greedy, lists[0]!);
    const moment = performance.now() + 3_000;
    await askOn(origin, other, ids, () => performance.now() > moment - 1_500);
    const quiet = await askOn(origin, other, ids, () => performance.now() > moment + 1_500);
    let isOver = false;
    const begin = performance.now();
    const [loud, refused] = await Promise.all([
      askOn(origin, other, ids, () => isOver),
      Promise.all(lists.map((list) => paste(origin, greedy, list))).finally(() => {
        isOver = true;
      }),
    ]);
    const seconds = (performance.now() - begin) / 1000;
    const [before, during] = [percentile(quiet, 0.95), percentile(loud, 0.95)];
    return [
      {
        what: `offers of one company while another matches ${lists.length} lists of ${linesPerList} lines, p95`,
        bar: `≤ ${most} × quiet`,
        measured: `${during.toFixed(1)} ms, quiet ${before.toFixed(1)} ms: ${(during / before).toFixed(1)} × (n ${loud.length})`,
        isMet: during <= most * before,
      },
      {
        what: 'the lists themselves, all of them',
        bar: '',
        measured: `${seconds.toFixed(1)} s, ${refused.reduce((sum, times) => sum + times, 0)} times told to come again`,
      },
    ];
  } finally {
    await shop.close();
  }
}

export const bar: FaultBar = { name: 'fair-shares', run };
