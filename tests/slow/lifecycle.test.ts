import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import {
  databasePid,
  isAlive,
  makeProject,
  type ServerProcess,
  startReady,
  startServer,
  until,
} from '#tests/support/server-process.ts';

/** One folder for all: the cluster in it is made once. */
const folder = makeProject();
const dataDir = path.join(folder, '.data');
const running: ServerProcess[] = [];

async function ready(env?: Record<string, string>): Promise<ServerProcess> {
  const server = await startReady(folder, env);
  running.push(server);
  return server;
}

async function stop(server: ServerProcess) {
  server.child.kill('SIGTERM');
  return server.ended;
}

async function count(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('SELECT count(*)::int AS n FROM merchant')).rows[0].n;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const server of running.splice(0)) {
    server.child.kill('SIGTERM');
    await server.ended;
  }
});

afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

describe('a start that cannot work ends at once with one sentence and code 1', () => {
  test('the port is taken', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { code, err } = await (await startServer(folder, { PORT: String(port) })).ended;
    holder.close();
    expect(code).toBe(1);
    expect(err.trim()).toBe(
      `端口 ${port} 已被占用。请先停止占用它的程序，或换一个端口：PORT=${port + 1} npm start。`,
    );
  });

  test('the database cannot be reached; its password is not shown', async () => {
    const DATABASE_URL = `postgres://someone:geheim@127.0.0.1:${await freePort()}/shop`;
    const { code, err } = await (await startServer(folder, { DATABASE_URL })).ended;
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(/连不上数据库 127\.0\.0\.1:\d+\/shop（连接被拒绝）.*DATABASE_URL/);
    expect(err).not.toContain('geheim');
  });

  test('a variable is wrong', async () => {
    const { code, err } = await (await startServer(folder, { LOG_LEVEL: 'loud', AUTH_SECRET: 'short' }))
      .ended;
    expect(code).toBe(1);
    expect(err).toMatch(
      /^环境变量有误：AUTH_SECRET（.*LOG_LEVEL（|^环境变量有误：LOG_LEVEL（.*AUTH_SECRET（/,
    );
  });
});

describe('the embedded database', () => {
  test('a second server on the same data is refused, the first goes on', async () => {
    const first = await ready();
    const { code, err } = await (await startServer(folder)).ended;
    expect(code).toBe(1);
    expect(err).toContain(`另一个药批网服务（进程 ${first.child.pid}）正在使用 ${dataDir}`);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  test('an orphan of kill -9 is adopted with its data, and stopped in the end', async () => {
    const first = await ready();
    const pid = databasePid(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(pid)).toBe(true);
    const second = await ready();
    expect(second.out()).toContain('接管');
    expect(databasePid(dataDir)).toBe(pid);
    expect((await stop(second)).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('database and server killed at once start again', async () => {
    const first = await ready();
    process.kill(databasePid(dataDir), 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await ready();
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  });

  test('a lock whose number belongs to another process by now does not count', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path.join(dataDir, 'server.lock'), JSON.stringify({ pid: process.pid, start: 'long ago' }));
    const server = await ready();
    expect((await stop(server)).code).toBe(0);
    expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false);
  });

  test('a tool beside the server connects to it and leaves it running', async () => {
    const server = await ready();
    const tool = await openEmbedded(dataDir, 'tool');
    expect(tool.how).toBe('connected');
    expect(await count(tool.url)).toBe(0);
    await tool.close();
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });

  test('a tool alone starts the database and stops it; a server that came meanwhile keeps it', async () => {
    const alone = await openEmbedded(dataDir, 'tool');
    expect(alone.how).toBe('started');
    const server = await ready();
    expect(server.out()).toContain('接管');
    const pid = databasePid(dataDir);
    await alone.close();
    expect(isAlive(pid)).toBe(true);
    await stop(server);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('SIGTERM', () => {
  test('lets the running request finish, stops the database, ends with 0', async () => {
    const server = await ready();
    const pid = databasePid(dataDir);
    const slow = fetch(`${server.url}/slow`).then((answer) => answer.text());
    // Answered after the slow one was taken in: it is running now.
    await (await fetch(`${server.url}/quick`)).text();
    server.child.kill('SIGTERM');
    expect(await slow).toBe('finished');
    expect((await server.ended).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
    await expect(fetch(`${server.url}/quick`)).rejects.toThrow();
  });

  test('requests that come during the start wait for it', async () => {
    const server = await startServer(folder);
    running.push(server);
    let answer: Response | undefined;
    await until('the port is open', async () => {
      answer = await fetch(`${server.url}/early`).catch(() => undefined);
      return answer !== undefined;
    });
    expect(await answer?.text()).toBe('finished');
  });
});
