/** Transactions that announce wait for the disk when they have let the next one announce, and are on it when they are over. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Tx } from '#lib/server/db/client.ts';
import { announcing } from '#lib/server/db/transaction.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db: direct, url } = await testDatabase('empty');
const { db, pool } = connect(url, { max: 1 });

beforeAll(async () => {
  // Looked at when COMMIT looks for what was put off until then.
  await direct.execute(sql`create table kept (id int primary key)`);
  await direct.execute(sql`create table committed (setting text)`);
  await direct.execute(sql`
    create function note_commit() returns trigger language plpgsql as $$ begin
      if new.id < 0 then raise exception 'refused at the end'; end if;
      insert into committed values (current_setting('synchronous_commit')); return null; end $$`);
  await direct.execute(sql`
    create constraint trigger committed after insert on kept deferrable initially deferred
      for each row execute function note_commit()`);
  // Databases of tests wait for no disk.
  await pool.query('set synchronous_commit = on');
});
afterAll(() => pool.end());

const insert = async (tx: Tx, id: number) => {
  await tx.execute(sql`insert into kept values (${id})`);
  const { rows } = await tx.execute<{ at: string }>(sql`select pg_current_wal_insert_lsn()::text as at`);
  return rows[0]?.at;
};
const settings = async () =>
  (await direct.execute<{ setting: string }>(sql`delete from committed returning setting`)).rows.map(
    (row) => row.setting,
  );
const kept = async () =>
  (await direct.execute<{ id: number }>(sql`select id from kept order by id`)).rows.map((row) => row.id);

test('its commit waits for no disk, and when it is over it is on the disk', async () => {
  for (let id = 1; id <= 20; id++) {
    const at = await db.transaction((tx) => insert(tx, id), announcing);
    const { rows } = await pool.query('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_there', [at]);
    expect(rows).toEqual([{ is_there: true }]);
  }
  expect([...new Set(await settings())]).toEqual(['off']);
  await db.transaction((tx) => insert(tx, 21));
  expect([await settings(), (await kept()).length]).toEqual([['on'], 21]);
});

test('what is refused at COMMIT is an error, and leaves the connection to the next', async () => {
  await expect(db.transaction((tx) => insert(tx, -1), announcing)).rejects.toThrow();
  expect(await db.transaction((tx) => insert(tx, 31), announcing)).toBeDefined();
  expect(await kept()).not.toContain(-1);
});

test('what cannot be committed is never taken for done', async () => {
  const failing = async (tx: Tx) => {
    await insert(tx, 41);
    await insert(tx, 41).catch(() => {});
  };
  await expect(db.transaction(failing, announcing)).rejects.toThrow();
  expect(await kept()).not.toContain(41);
  expect(await db.transaction((tx) => insert(tx, 42), announcing)).toBeDefined();
  expect(await kept()).toContain(42);
});
