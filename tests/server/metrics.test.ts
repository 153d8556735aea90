import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { makeMetrics } from '#lib/server/core/metrics/registry.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { setMeter } from '#lib/server/core/process/meter.ts';
import { getPool } from '#lib/server/db/client.ts';
import { concealHidden } from '#lib/server/offers/conceal.ts';
import type { LoadedOffers } from '#lib/server/offers/loaded.ts';
import { startJobs, stopJobs } from '#lib/server/start/jobs.ts';
import type { Step } from '#lib/server/web/exchange.ts';
import { listen, type WebServer } from '#lib/server/web/server.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fillCart, makeBuyers, place } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { db } = await testDatabase();
const token = 'a token of thirty-two characters';
let server: WebServer;
let base: string;

/** Stands in for the built app. */
const app: Step = ({ path = '' }) => {
  const cache: Record<string, string> = { '/list': 'hit', '/shop': 'miss' };
  const headers = cache[path] === undefined ? {} : { 'x-cache': cache[path] };
  return { status: path === '/missing' ? 404 : 200, headers, body: Buffer.from('ok') };
};

beforeAll(async () => {
  completeEnv({ METRICS_TOKEN: token, BACKUP_TO: '/nonexistent' });
  server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  base = `http://127.0.0.1:${server.port}`;
  server.open([app], async () => ({ reading: true, writing: false }));
});

afterAll(async () => {
  setMeter(undefined);
  await server.close(1000);
});

async function read(): Promise<string> {
  const answer = await fetch(`${base}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
}

/** Values of a metric by its labels as they are written; '' when it has none. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const line of (await read()).split('\n')) {
    const [, metric, labels = '', value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    if (metric === name) found[labels] = Number(value);
  }
  return found;
}

test('numbers are told to those who know the token, and to nobody else', async () => {
  for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, `bearer ${token}`, `Basic ${token}`]) {
    const answer = await fetch(`${base}/api/metrics`, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('yaopi_');
  }
  expect(await read()).toContain('# HELP yaopi_http_requests_total');
});

test('requests are counted by pattern, method and status; an address never becomes a label', async () => {
  for (const path of [
    '/',
    '/list',
    '/list',
    '/list?keywords=13800138000',
    '/list/info/1591',
    '/list/info/1592',
    '/shop',
    '/missing',
    '/api/goods/detail/77',
    '/api/made/up/13800138000',
    '/_astro/x.js',
    '/%zz',
  ])
    await (await fetch(base + path)).text();
  await (await fetch(`${base}/list`, { method: 'OPTIONS' })).text();
  const counted = await valuesOf('yaopi_http_requests_total');
  expect(counted).toMatchObject({
    '{route="/",method="GET",status="200"}': 1,
    '{route="/list",method="GET",status="200"}': 3,
    '{route="/list",method="OPTIONS",status="200"}': 1,
    '{route="/list/info/[id]",method="GET",status="200"}': 2,
    '{route="other",method="GET",status="404"}': 1,
    '{route="/api/goods/detail/{id}",method="GET",status="200"}': 1,
    '{route="unknown call",method="GET",status="200"}': 1,
    '{route="assets",method="GET",status="200"}': 1,
    '{route="broken",method="GET",status="400"}': 1,
    '{route="/api/metrics",method="GET",status="401"}': 5,
  });
  // Without the values: bytes and seconds may hold any figures.
  const labels = (await read()).replaceAll(/ \S+$/gm, '');
  expect(labels).not.toMatch(/1380013|1591|made/);
  expect(await valuesOf('yaopi_page_cache_answers_total')).toEqual({
    '{result="hit"}': 4,
    '{result="miss"}': 1,
  });
  expect((await valuesOf('yaopi_http_request_seconds_count'))['{route="/list"}']).toBe(4);
  expect((await valuesOf('yaopi_http_requests_running'))['']).toBe(1);
});

test('what a process holds: connections, pages, streams, readiness', async () => {
  expect(await valuesOf('yaopi_ready')).toEqual({ '': 0 });
  expect(await valuesOf('yaopi_database_works')).toEqual({ '{what="reading"}': 1, '{what="writing"}': 0 });
  const connections = await valuesOf('yaopi_pool_connections');
  expect(connections['{state="open"}']).toBeGreaterThan(0);
  expect(await valuesOf('yaopi_pool_waiting')).toEqual({ '': 0 });
  expect(await valuesOf('yaopi_event_streams')).toEqual({ '': 0 });
  expect(await valuesOf('yaopi_wal_archive_failing')).toEqual({ '': 0 });
  expect(await valuesOf('yaopi_backup_last_timestamp_seconds')).toEqual({ '': 0 });
  expect((await valuesOf('nodejs_eventloop_lag_p99_seconds'))['']).toBeGreaterThan(0);
});

test('who waits for a connection is counted, where all of them wait for a lock', async () => {
  const holder = await db.$client.connect();
  await holder.query('SELECT pg_advisory_lock(7001)');
  const waiting = Array.from({ length: 12 }, () => getPool().query('SELECT pg_advisory_xact_lock(7001)'));
  try {
    // The reading itself may be one more of them: it asks the database for its archive.
    await until('two waiting', async () => ((await valuesOf('yaopi_pool_waiting'))[''] ?? 0) >= 2, 4_000);
  } finally {
    await holder.query('SELECT pg_advisory_unlock(7001)');
    holder.release();
  }
  await Promise.all(waiting);
  expect(await valuesOf('yaopi_pool_waiting')).toEqual({ '': 0 });
});

describe('what the shop did', () => {
  test('orders: placed ones once, a repeat and a refused one not at all', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 20 }]);
    const key = randomUUID();
    await expect(place(db, buyer!, { ids, key, expected: '0.01' })).rejects.toMatchObject({ code: 409 });
    expect(await valuesOf('yaopi_orders_placed_total')).toEqual({ '': 0 });
    expect(await valuesOf('yaopi_prices_refused_total')).toEqual({ '{reason="changed"}': 1 });
    const placed = await place(db, buyer!, { ids, key });
    expect(await place(db, buyer!, { ids, key, expected: placed.pay_amount })).toEqual(placed);
    expect(await valuesOf('yaopi_orders_placed_total')).toEqual({ '': placed.orders.length });
  });

  test('prices that are not shown', async () => {
    const terms = { id: 1, price: 5, activityIds: [] } as unknown as Offers['goods'][number];
    const offers = { goods: [terms], combinations: [], activities: [] } as unknown as Offers;
    concealHidden({ offers, states: new Map([[1, { showsPrice: false }]]) } as unknown as LoadedOffers);
    expect((await valuesOf('yaopi_prices_refused_total'))['{reason="masked"}']).toBe(1);
  });

  test('jobs, with the time they took', async () => {
    startJobs();
    try {
      const label = '{name="callFromSandbox",result="done"}';
      await until('a job has run', async () => ((await valuesOf('yaopi_job_runs_total'))[label] ?? 0) > 0);
    } finally {
      await stopJobs();
    }
    expect((await valuesOf('yaopi_job_seconds_total'))['{name="callFromSandbox"}']).toBeGreaterThan(0);
    const done = (await valuesOf('yaopi_job_last_done_timestamp_seconds'))['{name="callFromSandbox"}'] ?? 0;
    expect(Math.abs(done - Date.now() / 1000)).toBeLessThan(60);
  });
});

describe('the alarms', () => {
  const alerts = readFileSync('deploy/alerts.yml', 'utf8');
  const operations = readFileSync('docs/operations.md', 'utf8');

  test('ask for metrics that there are', async () => {
    const names = (
      await makeMetrics(async () => ({ reading: true, writing: true })).registry.getMetricsAsJSON()
    ).flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const known = new Set([...names, 'up']);
    for (const text of [alerts, operations]) {
      const asked = text.match(/\b(?:yaopi|nodejs|process)_[a-z0-9_]+/g) ?? [];
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  test('each have a section in docs/operations.md, and each section of an alarm its alarm', () => {
    const rung = [...alerts.matchAll(/- alert: (\w+)/g)].map((match) => match[1]);
    const part = operations.slice(operations.indexOf('## Alarms'));
    const notified = [...part.matchAll(/^### (\w+)/gm)].map((match) => match[1]);
    expect(rung.length).toBeGreaterThan(10);
    expect(notified).toEqual(rung);
  });
});
