/** The build as it is run: one graph of modules in a process, and so one pool and one listening connection. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#demo/seed/known.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type ServerProcess, startReady, until } from '#tests/support/server-process.ts';
import { ensureBuild } from '../../scripts/build.ts';

const { url, pool } = await testDatabase();
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  await ensureBuild();
  folder = await mkdtemp(path.join(os.tmpdir(), 'yaopi-one-pool-'));
  // Jobs of the demo run every second: a pool of their own would never be empty.
  server = await startReady(
    '.',
    { DATABASE_URL: url, DEMO: '1', DATA_DIR: folder, LIMIT_SCALE: '1000' },
    120_000,
  );
}, 900_000);

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Connections of the server by what they are for; those of this test's own pool are left out. */
async function connections(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'yaopi%' AND pid <> ALL ($1) GROUP BY 1`,
    [await ownPids()],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** This pool's connections: as many are taken as it has, so that each tells its number. */
async function ownPids(): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const answers = await Promise.all(
      clients.map((client) => client.query('SELECT pg_backend_pid() AS pid')),
    );
    return answers.map(({ rows }) => rows[0].pid);
  } finally {
    for (const client of clients) client.release();
  }
}

test('pages, calls and jobs of a process share ten connections, and one more listens', async () => {
  const logIn = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    body: `username=demo&password=${encodeURIComponent(demoPassword)}`,
  });
  expect(logIn.status).toBe(200);
  const cookie = logIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const ask = () => fetch(`${server.url}/api/user/user-money/log`, { headers: { cookie } });
  expect((await ask()).status).toBe(200);
  // Who waits for another makes room: as many connections are opened as there may be.
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE wallet_ledger');
    const answers = Promise.all(Array.from({ length: 60 }, ask));
    await until('its pool is full', async () => ((await connections()).yaopi ?? 0) >= 10);
    await holder.query('COMMIT');
    for (const answer of await answers) expect(answer.status).toBe(200);
  } finally {
    await holder.end();
  }
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(await connections()).toEqual({ yaopi: 10, 'yaopi bus': 1, 'yaopi health': 1 });
});
