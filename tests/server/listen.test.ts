/** Listening through an outage: one try at a time, no socket left behind, and word of the gap when it is over. */
import net from 'node:net';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { listenTo } from '#lib/server/db/listen.ts';
import { testDatabase } from '#tests/support/database.ts';

const { url } = await testDatabase();
const { hostname, port, pathname } = new URL(url);
const name = pathname.slice(1);

const open = new Set<net.Socket>();
let tries = 0;
const between = net.createServer((socket) => {
  tries++;
  open.add(socket);
  socket.on('close', () => open.delete(socket)).on('error', () => {});
  const there = net.connect(Number(port), hostname);
  // Still read to its end: closed is what the other side has closed.
  there.on('error', () => {}).on('close', () => socket.end().resume());
  socket.pipe(there).pipe(socket);
});
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
afterAll(() => between.close());

async function asAdmin(...statements: string[]): Promise<void> {
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  const client = new pg.Client({ connectionString: elsewhere.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('a database that refuses is asked once a second, and heard again when it is back', {
  timeout: 60_000,
}, async () => {
  const heard: string[] = [];
  const through = new URL(url);
  through.host = `127.0.0.1:${(between.address() as net.AddressInfo).port}`;
  const stop = await listenTo({
    url: through.href,
    name: 'test ears',
    channels: ['one', 'two'],
    onNews: (payload, channel) => heard.push(`${channel} ${payload}`),
    onLost: () => heard.push('lost'),
    onGap: () => heard.push('gap'),
  });
  await asAdmin(
    `alter database "${name}" allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await vi.waitFor(() => expect(tries).toBe(5), { timeout: 15_000, interval: 50 });
  expect(heard).toEqual(['lost']);
  expect(open.size).toBeLessThanOrEqual(1);
  await asAdmin(`alter database "${name}" allow_connections true`);
  await vi.waitFor(() => expect(heard).toEqual(['lost', 'gap']), { timeout: 15_000, interval: 50 });
  expect(tries).toBeLessThan(9);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`notify two, 'news'`);
  await client.end();
  await vi.waitFor(() => expect(heard).toContain('two news'), { timeout: 15_000 });
  await stop();
  await vi.waitFor(() => expect(open.size).toBe(0), { timeout: 15_000 });
});
