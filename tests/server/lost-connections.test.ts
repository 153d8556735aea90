/** Connections that are cut, silent or in each other's way: what is run again, what is not, and that nothing ends. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { faultOf } from '#lib/server/core/process/database-faults.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { isRead } from '#lib/server/fast/read-again.ts';
import { openWire } from '#tests/support/between.ts';
import { testDatabase } from '#tests/support/database.ts';
import { busy, until } from '#tests/support/server-process.ts';

const { db: direct, url } = await testDatabase('empty');
const wire = await openWire(url);
const { db, pool } = connect(wire.url, { max: 4 });
await direct.execute(sql`create table tried (id int primary key, n int not null default 0)`);
afterAll(async () => {
  await pool.end();
  await wire.close();
});

async function numberOf(id: number): Promise<number> {
  const { rows } = await direct.execute<{ n: number }>(sql`select n from tried where id = ${id}`);
  return rows[0]?.n ?? 0;
}

function add(handle: Pick<Db, 'execute'>, id: number) {
  return handle.execute(
    sql`insert into tried values (${id}, 1) on conflict (id) do update set n = tried.n + 1`,
  );
}

/** Waits until a statement of the wire's connections runs in the database. */
function underWay(word: string) {
  return until(`${word} runs`, async () => {
    const { rows } = await direct.execute(
      sql`select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
        and datname = current_database() and query like ${`%${word}%`}`,
    );
    return rows.length > 0;
  });
}

test('a connection cut in the middle of a transaction: it runs again, and counts once', async () => {
  let runs = 0;
  await db.transaction(async (tx) => {
    runs++;
    await add(tx, 1);
    // Nothing is under way: the socket ends while the connection is merely in use.
    if (runs === 1) {
      wire.cut();
      await until('the pool has noticed', () => wire.open() === 0);
    }
    await add(tx, 2);
  });
  expect(runs).toBe(2);
  expect([await numberOf(1), await numberOf(2)]).toEqual([1, 1]);
});

test('connections ended by an administrator while they are idle, busy or in a transaction', async () => {
  const end = () =>
    direct.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'yaopi' and pid <> pg_backend_pid()
      and backend_start > now() - interval '1 hour' and client_port <> 0 and pid = any (${sql.param(pids)}::int[])`);
  const pidOf = async (handle: Pick<Db, 'execute'>) =>
    (await handle.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid;
  let pids: number[] = [];
  let runs = 0;
  await db.transaction(async (tx) => {
    runs++;
    if (runs === 1) {
      pids = [await pidOf(tx)];
      await end();
    }
    await add(tx, 3);
  });
  expect(runs).toBe(2);
  expect(await numberOf(3)).toBe(1);
  pids = [await pidOf(db)];
  await end();
  expect(await pidOf(db)).not.toBe(pids[0]);
});

test('a read whose connection dies under it is asked again; a write is not', async () => {
  // A query begins when it is waited for.
  const read = Promise.resolve(db.execute(sql`select pg_sleep(0.6), 7 as seven`));
  await underWay('as seven');
  wire.cut();
  expect((await read).rows[0]?.seven).toBe(7);

  const write = Promise.resolve(
    db.execute(sql`insert into tried select 4, 1 from pg_sleep(0.6) returning 'once'`),
  );
  await underWay('once');
  wire.cut();
  expect(faultOf(await write.then(null, (error: unknown) => error))).toBe('lost');
});

test('a connection lost at COMMIT is an error: whether it took place is not known', async () => {
  // A deferred check makes COMMIT take its time.
  await direct.execute(sql`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.6); return null; end $$`);
  await direct.execute(sql`create constraint trigger slow after insert or update on tried
    deferrable initially deferred for each row when (new.id = 5) execute function slow()`);
  let runs = 0;
  const done = db.transaction(async (tx) => {
    runs++;
    await add(tx, 5);
  });
  await underWay('commit');
  wire.cut();
  await expect(done).rejects.toThrow('COMMIT');
  expect(runs).toBe(1);
});

test('two that lock in opposite order both come through', async () => {
  await direct.execute(sql`insert into tried values (10, 0), (11, 0)`);
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  let runs = 0;
  const both = [
    [10, 11],
    [11, 10],
  ].map((ids) =>
    db.transaction(async (tx) => {
      runs++;
      await add(tx, ids[0]!);
      if (++waiting === 2) gate.resolve();
      await gate.promise;
      await add(tx, ids[1]!);
    }),
  );
  await Promise.all(both);
  expect(runs).toBe(3);
  expect([await numberOf(10), await numberOf(11)]).toEqual([2, 2]);
});

test('serialization failures are run again, mistakes are not', async () => {
  await direct.execute(sql`insert into tried values (20, 0)`);
  const raise = () =>
    db.transaction(
      async (tx) => {
        const { rows } = await tx.execute<{ n: number }>(sql`select n from tried where id = 20`);
        await tx.execute(sql`update tried set n = ${rows[0]!.n + 1} where id = 20`);
      },
      { isolationLevel: 'serializable' },
    );
  await Promise.all([raise(), raise(), raise()]);
  expect(await numberOf(20)).toBe(3);
  let runs = 0;
  await expect(
    db.transaction(async () => {
      runs++;
      throw new RangeError('ours');
    }),
  ).rejects.toThrow('ours');
  expect(runs).toBe(1);
});

test('a database that refuses for a moment is waited for, with reads and with writes', async () => {
  wire.cut();
  wire.refuse(true);
  const before = wire.tries();
  const both = Promise.all([db.execute(sql`select 1`), db.transaction((tx) => add(tx, 30))]);
  await until('it is asked several times', () => wire.tries() > before + 4);
  wire.refuse(false);
  await both;
  expect(await numberOf(30)).toBe(1);
});

test('a silent database is given up in time, its connections are closed, and it is normal when it speaks', {
  timeout: 120_000,
}, async () => {
  await Promise.all([1, 2, 3, 4].map(() => db.execute(sql`select pg_sleep(0.05)`)));
  wire.silence();
  const begin = Date.now();
  const asked = [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(() => db.execute(sql`select 1`)),
    db.transaction((tx) => add(tx, 40)),
  ];
  const outcomes = await Promise.allSettled(asked);
  expect(Date.now() - begin).toBeLessThan(busy * 12_000);
  // What comes later is told sooner: one asks, the others wait for it and not each for itself.
  const later = Date.now();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      expect(db.transaction((tx) => add(tx, 42))).rejects.toSatisfy((error) => faultOf(error) === 'silent'),
    ),
  );
  expect(Date.now() - later).toBeLessThan(busy * 5_000);
  expect(outcomes.map((one) => (one.status === 'rejected' ? faultOf(one.reason) : 'answered'))).toEqual(
    asked.map(() => 'silent'),
  );
  expect(pool.totalCount).toBe(0);
  wire.speak();
  const back = Date.now();
  await db.transaction((tx) => add(tx, 41));
  expect(Date.now() - back).toBeLessThan(busy * 3_000);
  expect(await numberOf(41)).toBe(1);
});

test('rounds of ended connections under load: hardly anything fails, and it is normal soon after', {
  timeout: 120_000,
}, async () => {
  let [sent, failed, isOver] = [0, 0, false];
  async function work(nth: number): Promise<void> {
    while (!isOver) {
      sent++;
      const one =
        nth % 2 ? db.transaction((tx) => add(tx, 100 + nth)) : db.execute(sql`select pg_sleep(0.002)`);
      await one.then(null, () => failed++);
    }
  }
  const load = Promise.all(Array.from({ length: 8 }, (_, nth) => work(nth)));
  for (let round = 0; round < 12; round++) {
    const before = sent;
    if (round % 3 === 2) {
      wire.refuse(true);
      wire.cut();
      await until(
        'it is asked in vain',
        (
          (tries) => () =>
            wire.tries() > tries + 3
        )(wire.tries()),
      );
      wire.refuse(false);
    } else wire.cut();
    const back = Date.now();
    await until('work goes on', () => sent > before + 100);
    expect(Date.now() - back).toBeLessThan(busy * 3_000);
  }
  isOver = true;
  await load;
  // What is lost at COMMIT alone is told: a few of many.
  expect(failed / sent).toBeLessThanOrEqual(0.05);
  expect(sent).toBeGreaterThan(12 * 100);
});

test('more than there are connections wait in line for longer than it takes to connect', async () => {
  const many = Array.from({ length: 28 }, () => db.execute(sql`select pg_sleep(0.5)`));
  await Promise.all(many);
  expect(pool.totalCount).toBe(4);
});

test('what may be sent twice', () => {
  for (const text of [
    'select 1',
    ' SELECT "updated_at" from x',
    'with a as (select 1) select * from a',
    'show x',
  ])
    expect(isRead(text), text).toBe(true);
  for (const text of [
    'insert into x values (1)',
    'with a as (delete from x returning 1) select * from a',
    'select nextval($1)',
    'select pg_notify($1, $2)',
    'select line_id from raise_or_tell($1, $2)',
    'select * from x for update',
    'select * from x for share',
    'select pg_try_advisory_xact_lock(1)',
    'update x set a = 1',
  ])
    expect(isRead(text), text).toBe(false);
});
