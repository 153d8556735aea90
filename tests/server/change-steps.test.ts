/** Small steps of a price: together they wait for a second person as one large step does, in cells, sets and agreements. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ChangeSetWire, MadeChange } from '#lib/contract/changes.ts';
import { changeJobs } from '#lib/server/changes/jobs.ts';
import { listGoodsFacts } from '#lib/server/companies/price-rows.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
const makeRoute = routeOf(api.makeChange);
const actRoute = routeOf(api.actOnChange);
let clerk: Person;
let second: Person;
let own: number[] = [];

beforeAll(async () => {
  const { rows } = await pool.query(
    `update goods set price = 100000, member_price = 10000, ladder = '[]', rank_prices = '{}'
     where merchant_id = (select merchant_id from goods where id = $1) returning id, merchant_id`,
    [goodsPlain],
  );
  own = rows.map(({ id }) => id);
  clerk = await person(db, 'steps.clerk', 'goods', rows[0].merchant_id);
  second = await person(db, 'steps.second', 'admin', rows[0].merchant_id);
});

const step = async (id: number, yuan: string, { cookie }: Person = clerk) =>
  (
    await request<MadeChange>(makeRoute, {
      cookie,
      body: { token: randomUUID(), reason: '', source: 'row', ids: [id], values: { memberPrice: yuan } },
    })
  ).data.set;
const pass = (id: number, { cookie }: Person) =>
  request<ChangeSetWire>(actRoute, { cookie, params: { id: String(id) }, body: { verb: 'pass' } });
const priceOf = async (id: number) =>
  (await pool.query('select member_price::int as fen from goods where id = $1', [id])).rows[0].fen;

it('the second of two steps of 29 % waits, by whoever; agreed it is where the next one counts from', async () => {
  const id = own[0]!;
  expect((await step(id, '71.00')).state).toBe('done');
  const waits = await step(id, '50.41');
  expect(waits).toMatchObject({ state: 'waiting', needs_second: 1 });
  expect(await priceOf(id)).toBe(7_100);
  expect(await pass(waits.id, clerk)).toMatchObject({ code: 403 });
  expect((await pass(waits.id, second)).code).toBe(200);
  await runOnce(db, changeJobs[0]);
  expect(await priceOf(id)).toBe(5_041);
  expect((await step(id, '36.00')).state).toBe('done');
  expect((await step(id, '35.00')).state).toBe('waiting');
  // An agreement is measured by the price that a second person has seen.
  const fact = await db.transaction((tx) => listGoodsFacts(tx, [id]));
  expect(fact.get(id)).toMatchObject({ memberPrice: 3_600, floorPrice: 5_041 });
});

it('steps of two people at once do not pass together what one may not', async () => {
  const id = own[1]!;
  const both = await Promise.all([step(id, '71.00'), step(id, '51.00', second)]);
  expect(both.map(({ state }) => state).filter((state) => state === 'done').length).toBeLessThanOrEqual(1);
  expect(await priceOf(id)).toBeGreaterThanOrEqual(7_000);
});

it('what is older than the window counts no more, nor does another item’s step', async () => {
  const [, , id, other] = own;
  expect((await step(id!, '71.00')).state).toBe('done');
  expect((await step(other!, '71.00')).state).toBe('done');
  await pool.query(
    `update change_row set changed_at = now() - interval '6 days 23 hours' where row_id = $1`,
    [id],
  );
  expect((await step(id!, '60.00')).state).toBe('waiting');
  await pool.query(`update change_row set changed_at = now() - interval '7 days 1 hour' where row_id = $1`, [
    id,
  ]);
  expect((await step(id!, '60.00')).state).toBe('done');
});
