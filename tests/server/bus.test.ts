/** The bus: one connection for all who listen; through an outage one try at a time, and word of the gap to everybody. */
import net from 'node:net';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { Bus, subscribe } from '#lib/server/core/bus/bus.ts';
import { parseMessage } from '#lib/server/core/bus/channels.ts';
import { testDatabase } from '#tests/support/database.ts';
import { soon } from '#tests/support/soon.ts';

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
  timeout: 120_000,
}, async () => {
  const received: string[][] = [[], []];
  const through = new URL(url);
  through.host = `127.0.0.1:${(between.address() as net.AddressInfo).port}`;
  const bus = new Bus(() => through.href);
  const stops = await Promise.all(
    received.map((own) =>
      bus.subscribe({
        on: {
          catalogue_changed: (goods) => own.push(`goods ${goods}`),
          pages_changed: (tags) => own.push(`pages ${tags}`),
        },
        onLost: () => own.push('lost'),
        onGap: () => own.push('gap'),
      }),
    ),
  );
  expect(open.size).toBe(1);
  const begun = performance.now();
  /** One try a second, and those at both ends of the time. */
  const most = () => 3 + (performance.now() - begun) / 1_000;
  const every = (...notified: string[]) => expect(received).toEqual([notified, notified]);
  await asAdmin(
    `alter database "${name}" allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = '${name}'`,
  );
  await soon(() => expect(tries).toBeGreaterThanOrEqual(5));
  expect(tries).toBeLessThanOrEqual(most());
  every('lost');
  await expect(bus.subscribe({ on: {}, onGap: () => received[0]!.push('not this one') })).rejects.toThrow();
  expect(open.size).toBeLessThanOrEqual(1);
  await asAdmin(`alter database "${name}" allow_connections true`);
  await soon(() => every('lost', 'gap'));
  expect(tries).toBeLessThanOrEqual(most());
  await notify("notify pages_changed, 'home'", "notify catalogue_changed, '[1,2]'");
  await soon(() => every('lost', 'gap', 'pages home', 'goods 1,2'));
  await stops[0]!();
  await notify("notify pages_changed, 'zones'");
  await soon(() => expect(received[1]!.at(-1)).toBe('pages zones'));
  expect(received[0]!.at(-1)).toBe('goods 1,2');
  expect(open.size).toBe(1);
  await stops[1]!();
  await soon(() => expect(open.size).toBe(0));
});

async function notify(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function countConnections(): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as many from pg_stat_activity where application_name = 'yaopi bus' and datname = current_database()",
  );
  await client.end();
  return rows[0].many;
}

test('all who listen share one connection; who fails at a message keeps it from nobody', async () => {
  const received: unknown[] = [];
  const stops = await Promise.all([
    subscribe({
      on: {
        sessions_ended: () => {
          throw new Error('no');
        },
      },
      onGap: () => {},
    }),
    subscribe({ on: { sessions_ended: (people) => received.push(people) }, onGap: () => {} }),
  ]);
  expect(await countConnections()).toBe(1);
  await notify("notify sessions_ended, 'a,b'");
  await soon(() => expect(received).toEqual([['a', 'b']]));
  for (const stop of stops) await stop();
  await soon(async () => expect(await countConnections()).toBe(0));
});

test.each([
  ['catalogue_changed', '1,2', [1, 2]],
  ['catalogue_changed', '[3]', [3]],
  ['catalogue_changed', '[]', 'all'],
  ['catalogue_changed', '', 'all'],
  ['catalogue_changed', '1,x', 'all'],
  ['catalogue_changed', '-1', 'all'],
  ['pages_changed', 'goods:8,home', ['goods:8', 'home']],
  ['pages_changed', '', 'all'],
  ['sessions_ended', 'u1', ['u1']],
  ['sessions_ended', '', 'all'],
  ['buyer_events', '[{"companyId":1,"kind":"cart"}]', [{ companyId: 1, kind: 'cart' }]],
  ['buyer_events', '[{"companyId":1,"kind":"of a newer release"}]', []],
  ['buyer_events', '[{"companyId":{},"kind":"cart"}]', 'all'],
  ['buyer_events', 'null', 'all'],
  ['buyer_events', '{', 'all'],
  ['buyer_events', '', 'all'],
] as const)('%s says by %j: %j', (channel, payload, message) => {
  expect(parseMessage(channel, payload)).toEqual(message);
});
