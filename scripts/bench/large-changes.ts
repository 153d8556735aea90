/** `npm run bench -- --only changes`: sets of changes of 50,000 items, written while 32 buyers look and buy. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'autocannon';
import { actOnChange } from '#lib/server/changes/act.ts';
import { makeChange } from '#lib/server/changes/make.ts';
import type { Context } from '#lib/server/core/context.ts';
import { type Bench, openBench } from './bench.ts';
import { logInAll, send } from './client.ts';
import { buyerName } from './database.ts';
import { seriesOf } from './json-calls.ts';
import { count, ms, percentile, type Row } from './table.ts';
import { loadWords } from './words.ts';

const buyers = 32;
/** The p95 of buyers beside the sets, over that of buyers alone. */
const bar = 2;
const most = { quick: 2_000, whole: 50_000 };
/** Which items they are does not matter here: most are copies. */
const whole = { goods: 60_000, buyers: 40, grown: 6_000 };
const sameValues = {
  price: '',
  memberPrice: '',
  minQuantity: '',
  limitQuantity: '',
  weekLimit: '',
  withCoupon: '',
  isOnShelf: '',
  ...{ taxRate: '', taxPolicy: '', taxCode: '', taxFrom: '' },
};

/** Durations of the buyers' calls in ms, each buyer one after the other, until the work ends. */
async function callsDuring(bench: Bench, requests: readonly Request[], work: Promise<unknown>) {
  const durations: number[] = [];
  const refused: string[] = [];
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  async function buyer(nth: number): Promise<void> {
    for (let at = nth; !isOver; at += buyers) {
      const { path = '/', headers = {}, body } = requests[at % requests.length] ?? {};
      const { cookie, ...others } = headers as Record<string, string>;
      const answer = await send(bench.origin, path, {
        ...(cookie !== undefined && { cookie }),
        headers: others,
        ...(typeof body === 'string' && { form: body }),
      });
      durations.push(answer.ms);
      if (answer.status !== 200) refused.push(`${path} ${answer.status}`);
    }
  }
  await Promise.all([ended, ...Array.from({ length: buyers }, (_, nth) => buyer(nth))]);
  if (refused.length > 0) throw new Error(`${refused.length} calls refused, the first: ${refused[0]}`);
  return durations;
}

/** Merchants with the most items, until they have enough of them together. */
async function chooseMerchants({ pool, isQuick }: Bench): Promise<{ id: number; items: number }[]> {
  const { rows } = await pool.query<{ id: number; items: number }>(
    'SELECT merchant_id AS id, count(*)::int AS items FROM goods GROUP BY 1 ORDER BY 2 DESC, 1',
  );
  const chosen: typeof rows = [];
  let sum = 0;
  for (const row of rows) {
    if (sum >= (isQuick ? most.quick : most.whole)) break;
    chosen.push(row);
    sum += row.items;
  }
  return chosen;
}

/** Waits until the server's job has brought all sets into a state. */
async function untilAll({ pool }: Bench, sets: readonly number[], states: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM change_set WHERE id = ANY($1) AND state = ANY($2)',
      [sets, states],
    );
    if (rows[0]?.n === sets.length) return;
    await pause(200);
  }
}

/** A limit that no set of an earlier run has given to all items. */
const newLimit = () => String(10_000 + Math.floor(Math.random() * 80_000));

async function largeChanges(bench: Bench): Promise<Row[]> {
  const { db, origin, pool } = bench;
  const names = Array.from({ length: buyers }, (_, nth) => buyerName(nth));
  const series = await seriesOf(bench, await loadWords(pool), await logInAll(origin, names));
  const kinds = Object.values(series);
  const requests = Array.from({ length: 2_000 }, (_, at) => {
    const kind = kinds[at % kinds.length] ?? [];
    return kind[Math.floor(at / kinds.length) % kind.length] ?? {};
  });
  const seconds = bench.isQuick ? 2 : 20;
  await callsDuring(bench, requests, pause(seconds * 1000));
  const alone = await callsDuring(bench, requests, pause(seconds * 1000));

  const merchants = await chooseMerchants(bench);
  const clerk = (merchantId: number): Context<'merchant'> => ({
    db,
    now: new Date(),
    actor: { kind: 'merchant', name: 'bench', merchantId },
    requestId: 'bench',
  });
  const dayLimit = newLimit();
  const sets: { id: number; merchantId: number }[] = [];
  for (const { id: merchantId, items } of merchants) {
    const { set } = await makeChange(clerk(merchantId), {
      ...{
        subject: 'goods',
        keyword: '',
        view: '',
        token: randomUUID(),
        source: 'found',
        found: items,
        reason: '',
      },
      values: { ...sameValues, dayLimit },
    });
    sets.push({ id: set.id, merchantId });
  }
  const ids = sets.map(({ id }) => id);
  await untilAll(bench, ids, ['previewed']);
  const begun = performance.now();
  async function writeAll(): Promise<void> {
    for (const { id, merchantId } of sets)
      await actOnChange(clerk(merchantId), { id, verb: 'run', rows: [], word: '' });
    await untilAll(bench, ids, ['done']);
  }
  const beside = await callsDuring(bench, requests, writeAll());
  const took = performance.now() - begun;
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM change_row r JOIN goods g ON g.id = r.row_id
     WHERE r.set_id = ANY($1) AND r.state = 'done' AND g.day_limit = $2`,
    [ids, dayLimit],
  );
  const [before, meanwhile] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  return [
    {
      what: `${buyers} buyers beside ${count(rows[0]?.n ?? 0)} items changed in ${ids.length} sets, p95`,
      bar: `≤ ${bar} × alone`,
      measured: `${ms(meanwhile)}, alone ${ms(before)}: ${(meanwhile / before).toFixed(2)} ×`,
      isMet: meanwhile <= bar * before,
    },
    {
      what: 'these sets, from the first press to the last row',
      bar: '',
      measured: `${(took / 1000).toFixed(1)} s`,
    },
  ];
}

export async function measureChanges(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const bench = await openBench(isQuick, isQuick ? undefined : whole);
  try {
    return { rows: await largeChanges(bench), about: bench.about };
  } finally {
    await bench.close();
  }
}
