/** A transaction that begins with its first statement in one round trip is a transaction all the same. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { connect, type Tx } from '#lib/server/db/client.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db: direct, url } = await testDatabase('empty');
// One connection, so that the next transaction is on the one that the last one was on.
const { db, pool } = connect(url, { max: 1 });
await direct.execute(sql`create table kept (id int primary key)`);
afterAll(() => pool.end());

const insert = (tx: Tx, id: number) =>
  tx.execute<{ id: number; xid: string }>(
    sql`insert into kept values (${id}) returning id, pg_current_xact_id()::text as xid`,
  );
const kept = async () =>
  (await direct.execute<{ id: number }>(sql`select id from kept order by id`)).rows.map((row) => row.id);

/** How often the connection is asked while some work is done. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

test('BEGIN is parsed once a connection, and no round trip afterwards', async () => {
  const write = (id: number) => roundTripsOf(() => db.transaction((tx) => insert(tx, id)));
  expect([await write(1), await write(2), await write(3)]).toEqual([3, 2, 2]);
  expect(await kept()).toEqual([1, 2, 3]);
});

test('the first statement answers its own rows, and is of the same transaction as the next', async () => {
  const [first, second] = await db.transaction(async (tx) => [await insert(tx, 11), await insert(tx, 12)]);
  expect([first?.rows[0]?.id, second?.rows[0]?.id]).toEqual([11, 12]);
  expect(first?.rows[0]?.xid).toBe(second?.rows[0]?.xid);
});

test('what fails later takes the first statement back', async () => {
  const failed = db.transaction(async (tx) => {
    await insert(tx, 21);
    throw new Error('later');
  });
  await expect(failed).rejects.toThrow('later');
  expect(await kept()).not.toContain(21);
});

test('a first statement that fails ends its transaction, and the connection goes on', async () => {
  await expect(db.transaction((tx) => insert(tx, 1))).rejects.toThrow();
  await db.transaction((tx) => insert(tx, 31));
  expect(await kept()).toContain(31);
});

test('where BEGIN fails the statement is not done outside of a transaction', async () => {
  await db.transaction((tx) => insert(tx, 41));
  // Somebody has taken the names of the connection away: it is closed, and the transaction runs on another.
  await pool.query('deallocate all');
  const before = await pool.query('select pg_backend_pid() as pid');
  const runs: number[] = [];
  const work = db.transaction(async (tx) => {
    runs.push(runs.length);
    await insert(tx, 42);
    if (runs.length === 2) throw new Error('not done');
  });
  await expect(work).rejects.toThrow('not done');
  expect(runs).toEqual([0, 1]);
  expect(await kept()).not.toContain(42);
  const after = await pool.query('select pg_backend_pid() as pid');
  expect(after.rows[0].pid).not.toBe(before.rows[0].pid);
});

test('a transaction of another kind begins as what it is', async () => {
  const level = (tx: Tx) =>
    tx.execute<{ level: string }>(sql`select current_setting(${'transaction_isolation'}) as level`);
  const { rows } = await db.transaction(level, { isolationLevel: 'repeatable read' });
  expect(rows[0]?.level).toBe('repeatable read');
  const { rows: usual } = await db.transaction(level);
  expect(usual[0]?.level).toBe('read committed');
});
