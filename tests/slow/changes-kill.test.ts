/**
 * kill -9 in the middle of a large set of changes, and of an act on many rows: another process goes on, and nothing is
 * twice.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import { actOnChange } from '#lib/server/changes/act.ts';
import { changeJobs } from '#lib/server/changes/jobs.ts';
import { makeChange } from '#lib/server/changes/make.ts';
import type { Context } from '#lib/server/core/context.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const rows = 6_000;

/** Stands in for the built app: the jobs of changes and of acts on many rows alone, until it is killed. */
const app = `
import { runOnce } from '${root}/src/lib/server/core/jobs/runner.ts';
import { changeJobs } from '${root}/src/lib/server/changes/jobs.ts';
import { bulkJobs } from '${root}/src/lib/server/desk/list/bulk-jobs.ts';
import { servedLists } from '${root}/src/lib/server/router/desk-lists.ts';
import { getDb } from '${root}/src/lib/server/db/client.ts';
export async function render({ url }) {
  if (url === '/api/health') return new Response('well');
  await runOnce(getDb(), url === '/bulk' ? bulkJobs(servedLists)[0] : changeJobs[0]);
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
    ...{ taxRate: '', taxPolicy: '', taxCode: '', taxFrom: '' },
  };
  const { set } = await makeChange(clerk(), {
    ...search,
    ...{ subject: 'goods', token: randomUUID(), source: 'found', found: rows, values, reason: '' },
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
  const first = await startReady(folder, env);
  servers.push(first);
  void fetch(`${first.url}/run`).catch(() => {});
  await until('some slices are written', async () => (await countOf('done')) > 200);
  first.child.kill('SIGKILL');
  await first.ended;
  const before = await countOf('done');
  expect(before).toBeLessThan(rows);
  // The lease of the killed process ends by itself.
  const second = await startReady(folder, env);
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

test('an act on many rows goes on at the row of the kill, and is done to those that were counted', {
  timeout: 240_000,
}, async () => {
  const many = 400;
  const ask = (from: number, to: number) =>
    pool.query(
      `insert into feedback (company_id, user_id, kind, text, phone, status, token)
       select m.company_id, m.user_id, 'other', '批量答复之' || n, '13800000000', 'open', 'kill ' || n
       from (select company_id, user_id from member order by company_id limit 1) m, generate_series($1::int, $2::int) n`,
      [from, to],
    );
  await ask(1, many);
  const who = await person(db, 'bulk.kill', 'service');
  const search = new URLSearchParams({ text: '批量答复之', status: 'open' }).toString();
  const begun = await request<BulkDone>(routeOf(api.deskFeedbackAnswerMany), {
    method: 'POST',
    type: 'application/json',
    body: { search, count: many, token: randomUUID(), answer: '已处理' },
    cookie: who.cookie,
  });
  expect(begun.data.run).toMatchObject({ rows: many, state: 'running' });
  // It fits the search and was not counted.
  await ask(many + 1, many + 1);
  const doneOf = async () =>
    (await pool.query(`select count(*)::int as n from bulk_row where state = 'done'`)).rows[0].n as number;

  const env = { DATABASE_URL: url, DEMO: '1', AUTH_SECRET: 'x'.repeat(32) };
  const first = await startReady(folder, env);
  servers.push(first);
  void fetch(`${first.url}/bulk`).catch(() => {});
  await until('some rows are done', async () => (await doneOf()) > 20);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await doneOf()).toBeLessThan(many);
  const second = await startReady(folder, env);
  servers.push(second);
  await until(
    'the act is done',
    async () => {
      await fetch(`${second.url}/bulk`);
      return (await pool.query(`select from bulk_run where state = 'done'`)).rows.length === 1;
    },
    120_000,
  );
  const { rows: found } = await pool.query(
    `select (select count(*)::int from feedback where status = 'answered' and token like 'kill %') as answered,
       (select status from feedback where token = 'kill ${many + 1}') as late,
       count(*)::int as entries, count(distinct subject_key)::int as subjects
     from audit_log where act = 'feedback.answer' and actor_id = 'bulk.kill'`,
  );
  expect(found[0]).toEqual({ answered: many, late: 'open', entries: many, subjects: many });
  expect(await doneOf()).toBe(many);
});
