import { createReadStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { superuserUrl } from '#lib/server/db/embedded-roles.ts';
import type { Bench } from './bench.ts';
import { ask, logIn, send } from './client.ts';
import { latencyRow, type Row } from './table.ts';

interface Buyable {
  id: number;
  step: number;
}

/** Ordinary items, evenly from the merchants that sell to the buyer, up to 20 of them. */
async function buyableGoods({ pool }: Bench, amount: number): Promise<Buyable[]> {
  const { rows } = await pool.query<Buyable>(
    `SELECT id, step FROM (
       SELECT g.id, g.pack_step AS step, row_number() OVER (PARTITION BY g.merchant_id ORDER BY g.id DESC) AS nth
       FROM goods g
       WHERE g.is_on_shelf AND NOT g.is_controlled AND g.buyer_types IS NULL AND g.stock > 100 * g.pack_step
         AND g.limit_quantity = 0 AND g.day_limit = 0 AND g.week_limit = 0
         AND g.merchant_id IN (SELECT id FROM merchant ORDER BY id LIMIT 20)) one
     ORDER BY nth, id LIMIT $1`,
    [amount],
  );
  return rows;
}

/** Empties the cart of a session and fills it with that many lines; returns them. */
async function fillCart(bench: Bench, cookie: string, lines: number): Promise<CartState> {
  const { origin } = bench;
  const before = await ask<CartState>(origin, '/api/cart/list', { cookie });
  const ids = before.data.map(({ id }) => `ids[]=${id}`).join('&');
  if (ids) await ask(origin, '/api/cart/batch-delete', { cookie, form: ids });
  // Some will be refused, for reasons that only the rules know.
  const wanted = await buyableGoods(bench, lines * 2);
  let state = { data: [] } as unknown as CartState;
  for (let from = 0; state.data.length < lines && from < wanted.length; ) {
    const part = wanted.slice(from, from + lines - state.data.length);
    from += part.length;
    const form = part.map(({ id }, at) => `lines[${at}][goods_id]=${id}&lines[${at}][type]=0`).join('&');
    await send(origin, '/api/cart', { cookie, form });
    state = await ask<CartState>(origin, '/api/cart/list', { cookie });
  }
  if (state.data.length !== lines)
    throw new Error(`a cart of ${state.data.length} lines instead of ${lines}`);
  return state;
}

/** Lets the server's next connections log their statements, or no longer. */
async function logStatements({ pool, url, dataDir }: Bench, isOn: boolean): Promise<void> {
  // The role that the shop connects as may not set what is logged.
  const password = readFileSync(path.join(dataDir, 'pg.superuser'), 'utf8').trim();
  const superuser = new pg.Client({ connectionString: superuserUrl(Number(new URL(url).port), password) });
  await superuser.connect();
  try {
    await superuser.query(
      `ALTER DATABASE yaopi ${isOn ? "SET log_statement = 'all'" : 'RESET log_statement'}`,
    );
  } finally {
    await superuser.end();
  }
  // A connection has the setting from its start; the listening one is not among the counted ones.
  await pool.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle' AND query !~* '^listen'`);
}

/** The statements that the database server sees during some work, BEGIN and COMMIT too, by its own log. */
async function countQueries(bench: Bench, work: () => Promise<unknown>): Promise<number> {
  const log = path.join(bench.dataDir, 'pg.log');
  await logStatements(bench, true);
  try {
    // New connections greet first.
    for (let nth = 0; nth < 3; nth++) await work();
    const start = statSync(log).size;
    await work();
    const written = await text(createReadStream(log, { start }));
    return [...written.matchAll(/LOG: +(?:statement|execute [^:]*): /g)].length;
  } finally {
    await logStatements(bench, false);
  }
}

/** Edits one line of a cart of 300; compares its queries with those in one of 150; and its quote in the browser. */
export async function cart(bench: Bench): Promise<Row[]> {
  const { origin, isQuick } = bench;
  const cookie = await logIn(origin, 'load001');
  const edit = (state: CartState, nth: number) => {
    const line = state.data[nth % state.data.length]!;
    const step = line.goods?.zbz ?? 1;
    const number = line.number + step * (1 + (nth % 3));
    return send(origin, `/api/cart/${line.id}/edit`, { cookie, form: `number=${number}` });
  };
  const small = await fillCart(bench, cookie, 150);
  const smallQueries = await countQueries(bench, () => edit(small, 7));
  const state = await fillCart(bench, cookie, 300);
  const merchants = new Set(state.data.map((line) => line.goods?.sjly.id)).size;
  const queries = await countQueries(bench, () => edit(state, 7));
  const durations: number[] = [];
  for (let nth = 0; nth < (isQuick ? 20 : 100); nth++) {
    const answer = await edit(state, nth * 7);
    if (answer.status !== 200) throw new Error(`edit answered ${answer.status}: ${answer.body}`);
    durations.push(answer.ms);
  }
  const lists: number[] = [];
  for (let nth = 0; nth < 20; nth++) lists.push((await send(origin, '/api/cart/list', { cookie })).ms);
  const quotes: number[] = [];
  for (let nth = 0; nth < (isQuick ? 20 : 100); nth++) {
    const begin = performance.now();
    viewCart({ ...state, timestamp: state.timestamp + nth });
    quotes.push(performance.now() - begin);
  }
  return [
    latencyRow(`cart of 300 lines over ${merchants} merchants: edit one line`, durations, 80),
    {
      what: 'its queries (in a cart of 150 lines)',
      bar: 'the same number',
      measured: `${queries} (${smallQueries})`,
      isMet: queries === smallQueries && queries > 0,
    },
    latencyRow('the whole cart as JSON', lists),
    latencyRow('quote of 300 lines, as the browser predicts it', quotes),
  ];
}
