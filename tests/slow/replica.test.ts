/**
 * Reads on a replica that streams from the primary, stands still, is late by a fixed time, is killed, silent, promoted:
 * nobody ever reads what is older than what was committed before, and no read fails.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo } from '#demo/seed/demo.ts';
import { goodsPlain, users } from '#demo/seed/known.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import { followDatabase } from '#lib/server/cache/follow.ts';
import { findPublicRows } from '#lib/server/cache/goods.ts';
import { makeMetrics } from '#lib/server/core/metrics/registry.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { readElsewhere, replicaState, useReplica } from '#lib/server/db/read-elsewhere.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { listMyOrders } from '#lib/server/orders/read.ts';
import { findBoughtProducts, listFastBuy } from '#lib/server/quick-order/bought.ts';
import { listen, type WebServer } from '#lib/server/web/server.ts';
import {
  type Cluster,
  makePrimary,
  makeStandby,
  restartStandby,
  takeBase,
} from '#tests/support/archived-cluster.ts';
import { asked } from '#tests/support/asked.ts';
import { byStaff } from '#tests/support/context.ts';
import { signalDatabase } from '#tests/support/database-processes.ts';
import { askList } from '#tests/support/desk-list.ts';
import { accountOf, contextOf, order } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';
import { applyLate, whileStandingStill } from '#tests/support/standby.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'yaopi-replica-'));
chmodSync(root, 0o755);
const running: Cluster[] = [];
const machine = machineIn('one');
let base: string;
let standby: Cluster;
let db: Db;
let server: WebServer;
const ends: (() => Promise<unknown>)[] = [];

function machineIn(name: string) {
  const own = path.join(root, name);
  mkdirSync(own);
  return { root: own, archive: path.join(own, 'archive') };
}

beforeAll(async () => {
  const primary = await makePrimary(machine);
  running.push(primary);
  const { url } = primary;
  completeEnv({ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32) });
  await migrateDatabase(url);
  const opened = connect(url);
  ends.push(() => opened.pool.end());
  db = opened.db;
  await seedDemo(db, new Date());
  await db.execute('create table counted (n int not null)');
  await db.execute('insert into counted values (0)');
  base = await takeBase(machine, primary);
  standby = await makeStandby(machine, base, primary);
  running.push(standby);
  ends.push(await followDatabase(db), closeCatalogue, useReplica(db, standby.url));
  server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  server.open([], async () => ({ reading: true, writing: true }));
  ends.push(() => server.close(1000));
}, 480_000);

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  for (const cluster of running) await cluster.kill();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const state = () => replicaState()!;
const onStandby = (text: string) => asked(standby.url, (client) => client.query(text));

/** What a read finds, and whether it was made on the replica. */
async function look(): Promise<{ n: number; there: boolean }> {
  const { rows } = await readElsewhere(db, (from) =>
    from.execute<{ n: number; there: boolean }>('select n, pg_is_in_recovery() as there from counted'),
  );
  return rows[0]!;
}

let written = 0;
async function write(): Promise<number> {
  await db.execute(`update counted set n = ${++written}`);
  return written;
}

/** Each of some writes is found by the read that begins after it, on the primary. */
async function foundOnPrimary(): Promise<void> {
  for (let at = 0; at < 20; at++) {
    const n = await write();
    expect(await look()).toEqual({ n, there: false });
  }
}

/** Reads that are under way on the replica when `hurt` is called. */
async function underWay(hurt: () => unknown): Promise<void> {
  await served();
  const n = written;
  // Long enough to be met, short enough for the primary to do it again.
  const slow = readElsewhere(db, (from) => from.execute('select n, pg_sleep(1) from counted'));
  await until('it is under way', async () => {
    const { rows } = await onStandby(
      `select 1 from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    );
    return rows.length > 0;
  });
  await hurt();
  expect((await slow).rows[0]).toMatchObject({ n });
}

const served = () => until('the replica serves', async () => (await look()).there);

const standingStill = (work: () => Promise<void>) => whileStandingStill(standby.url, work);

async function health() {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/health`);
  return (await answer.json()).data;
}

async function lag(): Promise<string> {
  const { registry } = makeMetrics(async () => ({ reading: true, writing: true }));
  return registry.getSingleMetricAsString('yaopi_replica_lag_seconds');
}

test('a read is made there, and finds what was committed before', async () => {
  await served();
  const before = state().reads.replica;
  for (let at = 0; at < 200; at++) {
    const n = await write();
    const found = await Promise.all([look(), look(), look()]);
    expect(found.map((one) => one.n)).toEqual([n, n, n]);
  }
  expect(state().reads.replica - before).toBeGreaterThan(400);
  expect(state()).toMatchObject({ isServing: true });
  expect((await health()).replica).toMatchObject({ serving: true });
});

test('one that stands still is not asked for what it does not have', async () => {
  await served();
  await standingStill(async () => {
    await foundOnPrimary();
    await until('more than a second is told', () => state().lagMs > 1_000);
    expect(await health()).toMatchObject({ ready: true, replica: { serving: false } });
    expect((await health()).replica.lag_ms).toBeGreaterThan(1_000);
    expect(Number(/^yaopi_replica_lag_seconds (\S+)$/m.exec(await lag())?.[1])).toBeGreaterThan(1);
    // Nobody waits for it any more.
    const begun = performance.now();
    for (let at = 0; at < 100; at++) await look();
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
  await served();
  expect((await look()).n).toBe(written);
});

test('one that is late by a fixed time is never behind what was committed', async () => {
  await applyLate(standby.url, 400);
  await foundOnPrimary();
  await applyLate(standby.url, 0);
  await served();
});

describe('a buyer', () => {
  const list = async () => {
    const context = contextOf(db, await accountOf(db, users.demo));
    return listMyOrders(context, listOrdersInput.parse({}));
  };

  test('finds the order that was just placed, also while the replica stands still', async () => {
    const account = await accountOf(db, users.demo);
    await served();
    await standingStill(async () => {
      const { orders } = await order(db, account, [{ goodsId: goodsPlain, number: 300 }]);
      expect((await list()).list[0]?.no).toBe(orders[0]?.no);
    });
    await served();
    const { primary, replica } = state().reads;
    const onPrimary = await list();
    await until('it is read on the replica', async () => {
      expect((await list()).list).toEqual(onPrimary.list);
      return state().reads.replica > replica + 1;
    });
    expect(state().reads.primary).toBeGreaterThanOrEqual(primary);
  });

  test('and the desks look back on the replica', async () => {
    const account = await accountOf(db, users.demo);
    const context = contextOf(db, account);
    await served();
    for (const read of [
      () => listFastBuy(context, { order: 'times', page: 1, size: 10 }),
      () => findBoughtProducts(db, account),
      () => askList(byStaff(db), audit),
      () => listToday(byStaff(db)),
    ]) {
      await until('it is read there', async () => {
        const before = state().reads.replica;
        await read();
        return state().reads.replica > before;
      });
    }
  });
});

test('what the process keeps is read from the primary: an announcement never brings an old row back', async () => {
  const price = async () => (await findPublicRows(db, [goodsPlain])).get(goodsPlain)?.goods.price;
  const first = (await price())!;
  await served();
  await standingStill(async () => {
    for (let more = 1; more <= 5; more++) {
      await db.execute(`update goods set price = ${first + more} where id = ${goodsPlain}`);
      await until('it is heard', async () => (await price()) === first + more);
    }
  });
  await served();
  expect(await price()).toBe(first + 5);
});

test('one that is killed takes no read with it, and serves again when it is back', async () => {
  await underWay(() => standby.kill());
  await foundOnPrimary();
  expect(state()).toMatchObject({ isServing: false, lagMs: Number.POSITIVE_INFINITY });
  expect((await health()).replica).toEqual({ serving: false, lag_ms: null });
  expect(await lag()).toContain('yaopi_replica_lag_seconds +Inf');
  standby = await restartStandby(machine, standby);
  running.push(standby);
  await served();
  expect((await look()).n).toBe(written);
});

test('one that falls silent holds nobody up', async () => {
  const dataDir = path.join(machine.root, 'standby');
  try {
    await underWay(() => signalDatabase(dataDir, 'SIGSTOP'));
    await foundOnPrimary();
  } finally {
    signalDatabase(dataDir, 'SIGCONT');
  }
  await served();
});

test('one that was promoted is none any more, though the primary has written nothing since', async () => {
  await served();
  await onStandby('select pg_promote()');
  await onStandby('update counted set n = -1');
  for (let at = 0; at < 20; at++) expect((await look()).n).toBe(written);
  await until('it is left', () => !state().isServing);
  expect((await look()).n).toBe(written);
});

test('one of another database is none, though it has written more', async () => {
  const primary = await makePrimary(machineIn('two'));
  running.push(primary);
  const { pool, db: small } = connect(primary.url);
  await asked(primary.url, (client) => client.query('create table counted as select -2 as n'));
  const follower = await makeStandby(machine, base, running[0]!, 'third');
  running.push(follower);
  const end = useReplica(small, follower.url);
  const read = () => readElsewhere(small, (from) => from.execute('select n from counted'));
  await until('it was looked at', async () => {
    const { rows } = await asked(follower.url, (client) =>
      client.query(
        `select 1 from pg_stat_activity where query like '%pg_control_system%' and pid <> pg_backend_pid()`,
      ),
    );
    return rows.length > 0;
  });
  for (let at = 0; at < 20; at++) expect((await read()).rows).toEqual([{ n: -2 }]);
  expect(state().isServing).toBe(false);
  await end();
  await pool.end();
});

test('without one nothing is told of it', async () => {
  expect(replicaState()).toBeNull();
  expect(await health()).not.toHaveProperty('replica');
  expect(await lag()).not.toMatch(/^yaopi_replica_lag_seconds /m);
});

test('the embedded database has none', () => {
  expect(() => parseEnv({ DATABASE_READ_URL: 'postgres://127.0.0.1/x' })).toThrow(/DATABASE_READ_URL/);
  const given = { DATABASE_URL: 'postgres://127.0.0.1/x', DATABASE_READ_URL: 'postgres://127.0.0.1:1/x' };
  expect(parseEnv(given).DATABASE_READ_URL).toBe(given.DATABASE_READ_URL);
});
