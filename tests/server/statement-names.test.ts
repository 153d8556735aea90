/** Statements that come often are planned once a connection, and no plan outlives a change of its table. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { connect, type Db } from '#lib/server/db/client.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db: direct, url } = await testDatabase('empty');
// One connection: what it has planned can be asked of it.
const { db, pool } = connect(url, { max: 1 });
await direct.execute(sql`create table told (id int primary key, n int not null)`);
await direct.execute(sql`insert into told values (1, 7), (2, 8)`);
afterAll(() => pool.end());

async function read(handle: Pick<Db, 'execute'>, id: number): Promise<unknown> {
  const { rows } = await handle.execute(sql`select n from told where id = ${id}`);
  return rows[0]?.n;
}

async function plannedFor(word: string): Promise<number> {
  const { rows } = await db.execute(
    sql.raw(`select count(*)::int as n from pg_prepared_statements where statement like '%${word}%'`),
  );
  return Number(rows[0]?.n);
}

test('a statement that comes often is planned once, with whatever it is asked for', async () => {
  expect(await read(db, 1)).toBe(7);
  expect(await plannedFor('from told')).toBe(0);
  for (let nth = 0; nth < 10; nth++) expect(await read(db, 1 + (nth % 2))).toBe(7 + (nth % 2));
  expect(await plannedFor('from told')).toBe(1);
});

test('what defines or configures gets no name, however often it comes', async () => {
  for (let nth = 0; nth < 10; nth++)
    await db.execute(sql`select set_config('app.tried', ${String(nth)}, false)`);
  for (let nth = 0; nth < 10; nth++) await db.execute(sql`set application_name to 'tried'`);
  expect(await plannedFor('application_name')).toBe(0);
});

test('a table that changes under a plan is read by a new one, within a transaction too', async () => {
  for (let nth = 0; nth < 10; nth++) await read(db, 1);
  await direct.execute(sql`alter table told alter column n type text using n::text`);
  expect(await read(db, 1)).toBe('7');
  for (let nth = 0; nth < 10; nth++) await read(db, 1);
  await direct.execute(sql`alter table told alter column n type int using n::int`);
  expect(await db.transaction((tx) => read(tx, 2))).toBe(8);
});
