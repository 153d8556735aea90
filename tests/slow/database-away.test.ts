/** A server whose own database is killed, silent or read-only: it lives on, says so, and is well afterwards. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import { signalDatabase } from '#tests/support/database-processes.ts';
import {
  busy,
  databasePid,
  isAlive,
  makeProject,
  type ServerProcess,
  startReady,
  until,
} from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';

/** Stands in for the built app: a page that may be kept. */
const app = `
export async function render() {
  return new Response('page', { headers: { 'CDN-Cache-Control': 'max-age=1', 'Content-Type': 'text/html' } });
}
`;
const folder = makeProject(app);
const dataDir = path.join(folder, '.data');
let server: ServerProcess;

beforeAll(async () => {
  server = await startReady(folder, { SHUTDOWN_SECONDS: '3', LOG_LEVEL: 'warn' });
}, 120_000);

afterAll(async () => {
  signalDatabase(dataDir, 'SIGCONT');
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

interface Health {
  code: number;
  message: string;
  data: { live: boolean; ready: boolean; reading: boolean; writing: boolean };
}

async function health(): Promise<Health & { ms: number }> {
  const begin = Date.now();
  const answer = (await (await fetch(`${server.url}/api/health`)).json()) as Health;
  return { ...answer, ms: Date.now() - begin };
}

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await openEmbedded(dataDir, 'tool');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.close();
  }
}

const well = { live: true, ready: true, reading: true, writing: true };

test('a backend takes no core from who asks it', async () => {
  // The 39th after the name in brackets is the policy: 3 runs in batches. A backend has that of its postmaster.
  const policyOf = (pid: number) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[38];
  // Where a system has no such thing all stays as it is.
  const policy = spawnSync('chrt', ['--batch', '0', 'true']).status === 0 ? '3' : '0';
  await soon(() => expect(policyOf(databasePid(dataDir))).toBe(policy));
  const ofBackend = await asOwner(async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return policyOf(rows[0].pid);
  });
  expect(ofBackend).toBe(policy);
});

test('the shop is no superuser of its own database, and owns it', async () => {
  const { rows } = await asOwner((client) =>
    client.query(`select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolname = current_user as is_me,
      pg_get_userbyid(datdba) = current_user as owns
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`),
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      is_me: true,
      owns: true,
    },
  ]);
  const password = (name: string) => readFileSync(path.join(dataDir, name), 'utf8');
  expect(password('pg.password')).not.toBe(password('pg.superuser'));
  await expect(asOwner((client) => client.query(`select pg_read_file('/etc/passwd')`))).rejects.toThrow(
    'permission denied',
  );
});

test('its database killed with kill -9 is started again where it was', { timeout: 120_000 }, async () => {
  const before = databasePid(dataDir);
  process.kill(before, 'SIGKILL');
  await until('the old one is gone', () => !isAlive(before));
  await until('another one runs', () => databasePid(dataDir) !== before && isAlive(databasePid(dataDir)));
  await until('it is well', async () => (await health()).data.ready);
  expect(server.child.exitCode).toBeNull();
  expect(server.out()).toContain('runs again');
});

test('read-only: it says that it reads and does not write', async () => {
  const set = (value: string) =>
    asOwner(async (client) => {
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database yaopi set default_transaction_read_only = ${value}`);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yaopi health'`,
      );
    });
  await set('on');
  await soon(async () => {
    const { code, message, data } = await health();
    expect({ code, message, data }).toEqual({
      code: 503,
      message: '数据库暂不能写入',
      // Jobs that fail meanwhile and a slow store of files are named beside it.
      data: expect.objectContaining({ live: true, ready: false, reading: true, writing: false }),
    });
  });
  await set('off');
  await until('it is well', async () => (await health()).data.ready, busy * 3_000);
  await soon(async () => expect((await health()).data).toEqual(well));
});

test('news that is no JSON, and none at all, ends nothing', async () => {
  await asOwner(async (client) => {
    for (const channel of ['catalogue_changed', 'pages_changed', 'buyer_events'])
      for (const payload of ['', '{', 'null', '[{"companyId":{}}]', '7'])
        await client.query('select pg_notify($1, $2)', [channel, payload]);
  });
  await soon(async () => expect((await health()).data).toEqual(well));
  expect(server.child.exitCode).toBeNull();
});

test('silent: health answers soon, stored pages go on, and all is well when it speaks', {
  timeout: 120_000,
}, async () => {
  const page = async () => (await fetch(`${server.url}/list`)).headers.get('x-cache');
  await until('the page is stored', async () => (await page()) === 'hit');
  const losses = () => server.out().split('keeps nothing new').length;
  const before = losses();
  signalDatabase(dataDir, 'SIGSTOP');
  try {
    await until('health says so', async () => !(await health()).data.reading);
    const { ms, data } = await health();
    expect(ms).toBeLessThan(busy * 3_000);
    // Jobs that fail meanwhile and a slow store of files are named beside it.
    expect(data).toMatchObject({ live: true, ready: false, reading: false, writing: false });
    await until('the listener has noticed', () => losses() > before);
    // Beyond the second that it may be kept.
    const later = Date.now() + 1_500;
    await until('the page is still answered', async () => {
      expect(await page()).toBe('hit');
      return Date.now() > later;
    });
  } finally {
    signalDatabase(dataDir, 'SIGCONT');
  }
  await until('it is well', async () => (await health()).data.ready, busy * 3_000);
  expect(server.child.exitCode).toBeNull();
});

test('SIGTERM ends it within its limit although the database is silent, and the database with it', {
  timeout: 120_000,
}, async () => {
  const pid = databasePid(dataDir);
  signalDatabase(dataDir, 'SIGSTOP');
  const begin = Date.now();
  server.child.kill('SIGTERM');
  const { code } = await server.ended;
  expect(Date.now() - begin).toBeLessThan(busy * 8_000);
  expect(code).toBe(0);
  await until('the database has ended too', () => !isAlive(pid));
});
