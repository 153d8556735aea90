/** What belongs to a session goes past the pooler: here DATABASE_URL leads nowhere, and the direct address to the database. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bus, subscribe } from '#lib/server/core/bus/bus.ts';
import { directUrl } from '#lib/server/core/process/direct-url.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { migrateDatabase, withDatabaseLock } from '#lib/server/db/migrate.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { url, pool } = await testDatabase('empty');
const pooled = 'postgres://nobody@127.0.0.1:1/nothing';

beforeAll(() => {
  completeEnv({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url });
});
afterAll(() => {
  completeEnv({ DATABASE_URL: url, DATABASE_DIRECT_URL: '' });
});

test('locks and migrations', async () => {
  await migrateDatabase(pooled);
  const name = await withDatabaseLock(pooled, 4_711, async (client) => {
    const { rows } = await client.query('select current_database() as name');
    return rows[0].name;
  });
  expect(url).toContain(name);
});

test('listening', async () => {
  const received: unknown[] = [];
  const stop = await subscribe({ on: { catalogue_changed: (ids) => received.push(ids) }, onGap: () => {} });
  await pool.query(`select pg_notify('catalogue_changed', '7')`);
  await until('it is heard', () => received.length > 0);
  expect(received).toEqual([[7]]);
  await stop();
});

test('not through what hands connections out: it would hear nothing, and say nothing', async () => {
  const { hostname, port } = new URL(url);
  // As a pooler does: the number of the backend that a client is told at its login (message K) is a made-up one.
  const pooler = createServer((from) => {
    const to = connect({ host: hostname, port: Number(port) });
    from.pipe(to);
    to.on('data', (chunk: Buffer) => {
      const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) chunk.writeInt32BE(1, at + 5);
      from.write(chunk);
    });
    for (const one of [from, to])
      one.on('error', () => {}).on('close', () => [from, to].map((it) => it.destroy()));
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((pooler.address() as AddressInfo).port);
  const bus = new Bus(() => through.href);
  await expect(bus.subscribe({ on: {}, onGap: () => {} })).rejects.toThrow('DATABASE_DIRECT_URL');
  pooler.close();
});

test('an address that is no DATABASE_URL is what it is', () => {
  expect(directUrl('postgres://127.0.0.1/other')).toBe('postgres://127.0.0.1/other');
  expect(directUrl(pooled)).toBe(url);
});
