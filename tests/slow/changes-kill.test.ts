/** kill -9 in the middle of a large set of changes: another process goes on behind the last slice, and nothing is twice. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { actOnChange } from '#lib/server/changes/act.ts';
import { changeJobs } from '#lib/server/changes/jobs.ts';
import { makeChange } from '#lib/server/changes/make.ts';
import type { Context } from '#lib/server/core/context.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const rows = 6_000;

/** Stands in for the built app: the job of changes alone, until it is killed. */
const app = `
import { runOnce } from '${root}/src/lib/server/core/jobs/runner.ts';
import { changeJobs } from '${root}/src/lib/server/changes/jobs.ts';
import { getDb } from '${root}/src/lib/server/db/client.ts';
export async function render({ url }) {
  if (url === '/api/health') return new Response('well');
  await runOnce(getDb(), changeJobs[0]);
  return new Response('done');
}
`;

const { url, db, pool } = await testDatabase();
const folder = makeProject(app);
const servers: ServerProcess[] = [];
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

const clerk = (name = '商品员'): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name, merchantId: 1 },
  requestId: 'test',
});

test('a set goes on where a killed process stopped', { timeout: 240_000 }, async () => {
  await pool.query(
    `with made as (
       insert into product (sku, kind, category_id, name, maker, spec, form, unit, mid_pack, case_pack, otc, scope,
         storage, shelf_life_months, base_price, market_price)
       select 'many-' || n, kind, category_id, '批量片', maker, spec, form, unit, 1, 10, otc, scope,
         storage, shelf_life_months, 1000, 1200
       from (select * from product order by id limit 1) p, generate_series(1, $1) n returning id)
     insert into goods (product_id, merchant_id, price, member_price, market_price, stock, pack_step, case_pack)
     select id, 1, 1000, 900, 1200, 5, 1, 10 from made`,
    [rows],
  );
  const search = { keyword: '批量片', view: '' };
  const values = {
    dayLimit: '77',
    price: '',
    memberPrice: '',
    minQuantity: '',
    limitQuantity: '',
    weekLimit: '',
    withCoupon: '',
    isOnShelf: '',
  };
  const { set } = await makeChange(clerk(), {
    ...search,
    ...{ token: randomUUID(), source: 'found', found: rows, values, reason: '' },
  });
  await runOnce(db, changeJobs[0]);
  await actOnChange(clerk(), { id: set.id, verb: 'run', word: '' });
  const countOf = async (state: string) =>
    (
      await pool.query('select count(*)::int as n from change_row where set_id = $1 and state = $2', [
        set.id,
        state,
      ])
    ).rows[0].n as number;

  const env = { DATABASE_URL: url, DEMO: '1', AUTH_SECRET: 'x'.repeat(32) };
  const first = await startReady(folder, env, 60_000);
  servers.push(first);
  void fetch(`${first.url}/run`).catch(() => {});
  await until('some slices are written', async () => (await countOf('done')) > 200);
  first.child.kill('SIGKILL');
  await first.ended;
  const before = await countOf('done');
  expect(before).toBeLessThan(rows);
  // The lease of the killed process ends by itself.
  const second = await startReady(folder, env, 60_000);
  servers.push(second);
  await until(
    'the set is done',
    async () => {
      await fetch(`${second.url}/run`);
      return (await countOf('done')) === rows;
    },
    120_000,
  );
  const written = await pool.query(
    `select count(*)::int as n, count(distinct row_id)::int as items from change_row c
     join goods g on g.id = c.row_id and g.day_limit = 77 where set_id = $1`,
    [set.id],
  );
  expect(written.rows[0]).toEqual({ n: rows, items: rows });
  expect((await pool.query('select state from change_set where id = $1', [set.id])).rows[0].state).toBe(
    'done',
  );
});
