/** Four processes on one database: each follows what the others do, and what is to be done once is done once. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies, goodsPlain, goodsPlainElsewhere, users } from '#demo/seed/known.ts';
import { sendNews } from '#lib/server/core/bus/event-rows.ts';
import { sandboxCharge } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

const source = path.resolve(import.meta.dirname, '../../src/lib/server');

/** Stands in for the built app: a page of a goods out of the index, and the event stream, both the shop's own. */
const app = `
import { getDb } from '${source}/db/client.ts';
import { getCatalogue } from '${source}/engines/search/live-catalogue.ts';
import { openStream } from '${source}/core/events/stream.ts';
async function stream(url) {
  const account = { companyId: Number(url.searchParams.get('company')), userId: url.searchParams.get('user') };
  return openStream({ actor: { kind: 'buyer', account }, headers: new Headers() });
}
export async function render(asked) {
  const url = new URL(asked.url, 'http://localhost');
  if (url.pathname === '/api/events') return stream(url);
  const id = Number(url.pathname.split('/').at(-1));
  const { goods } = await getCatalogue(getDb());
  const headers = { 'CDN-Cache-Control': 'max-age=3600', 'Cache-Tag': 'goods:' + id, 'Content-Type': 'text/html' };
  return new Response(goods.isInStock(goods.places.get(id)) ? 'in stock' : 'sold out', { headers });
}
`;

const { url, db, pool } = await testDatabase();
const folder = makeProject(app);
let servers: ServerProcess[] = [];

/** The shop that the counter of the sandbox calls: what each call said. */
const calls: string[] = [];
const shop = createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    calls.push(body);
    res.end('{"code":200}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const start = () => startReady(folder, { DATABASE_URL: url, DEMO: '1' });
  servers = await Promise.all([start(), start(), start(), start()]);
}, 150_000);

afterAll(async () => {
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  shop.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
}, 60_000);

/** What each process answers, and whether it had it ready. */
function look(id: number) {
  return Promise.all(
    servers.map(async (server) => {
      const answer = await fetch(`${server.url}/list/info/${id}`);
      return `${await answer.text()}, ${answer.headers.get('x-cache')}`;
    }),
  );
}

const each = <T>(what: T): T[] => servers.map(() => what);

test('each listens on one connection, whatever it listens for', { timeout: 120_000 }, async () => {
  await until('all have their index', async () =>
    (await look(goodsPlain)).every((shown) => shown === 'in stock, hit'),
  );
  const { rows } = await pool.query(
    `select count(*)::int as many from pg_stat_activity where application_name = 'yaopi bus' and datname = current_database()`,
  );
  expect(rows[0].many).toBe(4);
});

test('a sell-out in SQL changes page and index of all, and no other page', { timeout: 120_000 }, async () => {
  await until('the others are ready', async () =>
    (await look(goodsPlainElsewhere)).every((shown) => shown === 'in stock, hit'),
  );
  for (const [stock, shown] of [
    [0, 'sold out'],
    [5_000, 'in stock'],
    [0, 'sold out'],
  ] as const) {
    await pool.query('update goods set stock = $2 where id = $1', [goodsPlain, stock]);
    await until(`all show ${shown}`, async () =>
      (await look(goodsPlain)).every((text) => text === `${shown}, hit`),
    );
    expect(await look(goodsPlainElsewhere)).toEqual(each('in stock, hit'));
  }
});

test('an event reaches the streams of its company in every process once, and no other', {
  timeout: 120_000,
}, async () => {
  const end = new AbortController();
  const open = async (server: ServerProcess, company: number, user: string) => {
    const received: string[] = [];
    const answer = await fetch(`${server.url}/api/events?company=${company}&user=${user}`, {
      signal: end.signal,
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    void (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        received.push(...[...part.value.matchAll(/event: (\w+)/g)].map((match) => match[1]!));
    })().catch(() => {});
    await until('hello', () => received.includes('hello'));
    return received;
  };
  const mine = await Promise.all(servers.map((server) => open(server, companies.demo, users.demo)));
  const theirs = await Promise.all(servers.map((server) => open(server, companies.other, users.other)));
  await sendNews(db, [{ companyId: companies.demo, kind: 'order' }]);
  await sendNews(db, [{ companyId: companies.other, kind: 'message' }]);
  await until('all have heard', () => [...mine, ...theirs].every((received) => received.length >= 2));
  expect(mine).toEqual(each(['hello', 'order']));
  expect(theirs).toEqual(each(['hello', 'message']));
  end.abort();
});

test('a job that four processes look at every second does each row once', { timeout: 120_000 }, async () => {
  const notifyUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  const many = 60;
  const now = new Date();
  await db.insert(sandboxCharge).values(
    Array.from({ length: many }, (_, at) => ({
      no: `SB${at}`,
      payNo: `P${at}`,
      merchant: 'yaopi',
      amount: 100,
      isPaid: true,
      notifyUrl,
      notifyAt: now,
      notifiesLeft: 1,
      createdAt: now,
    })),
  );
  await until(
    'all calls were made',
    async () => (await db.$count(sandboxCharge)) > 0 && calls.length >= many,
  );
  await until('none is left', async () => {
    const { rows } = await pool.query(
      'select count(*)::int as open from sandbox_charge where notify_at is not null',
    );
    return rows[0].open === 0;
  });
  // Whoever comes late finds nothing.
  const takings = async () => {
    const { rows } = await pool.query(`select begun_at from job_lease where job = 'callFromSandbox'`);
    return rows[0].begun_at;
  };
  const before = await takings();
  await until('the job was looked at again', async () => (await takings()) > before);
  expect(new Set(calls.map((body) => JSON.parse(body).pay_no)).size).toBe(many);
  expect(calls).toHaveLength(many);
  const { rows } = await pool.query('select count(*)::int as failed from job_failure');
  expect(rows[0].failed).toBe(0);
});
