import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openProbe } from '../db/probe.ts';
import { layFilms } from '../db/seed/films.ts';
import { demoPassword } from '../db/seed/known.ts';
import { prepareDemo, refuseDemoAt } from '../db/seed/prepare-demo.ts';
import { openApp } from '../http/app.ts';
import { BUILDS, findBuild } from '../http/builds.ts';
import { listenForPurges } from '../http/cache-listener.ts';
import type { App, Step } from '../http/exchange.ts';
import { listen, type WebServer } from '../http/server.ts';
import { awaitEnd } from '../process/end.ts';
import { completeEnv, env, StartupError } from '../process/env.ts';
import { errorFacts } from '../process/error-facts.ts';
import { stopPhase, within } from '../process/lifecycle.ts';
import { readSecret } from '../process/secret.ts';
import { failureCode } from '../process/supervised.ts';
import { startJobs } from './jobs.ts';

/** Accounts of the demo data, in the order in which a newcomer would try them. */
const DEMO_ACCOUNTS = ['demo', 'clinic', 'pending', 'rejected', 'expired', 'frozen', 'other'];

const HOW = {
  started: '自带 PostgreSQL 已启动',
  adopted: '接管了仍在运行的自带 PostgreSQL',
  connected: '已连接到自带 PostgreSQL',
  external: '已连接到 DATABASE_URL',
} as const;

/**
 * Opens the database, brings it to the schema, seeds the demo, and completes the environment for the app
 * (DATABASE_URL, DEMO, AUTH_SECRET). Close what it returns at the end. Throws StartupError where the environment and
 * the database disagree on being a demo.
 */
export async function prepareDatabase(): Promise<Database> {
  // Decided before DATABASE_URL is filled in.
  const { DEMO: demo } = env();
  const database = await openDatabase('server');
  try {
    completeEnv({ DATABASE_URL: database.url, DEMO: demo ? '1' : '0', AUTH_SECRET: readSecret() });
    await migrateDatabase(database.url);
    console.log(`数据库：${HOW[database.how]}`);
    if (!demo) await refuseDemoAt(database.url);
    else if ((await prepareDemo(database.url)) === 'seeded') console.log('演示数据：已写入');
    if (demo) layFilms();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Shows a mistake of the operator as one sentence, a mistake of ours with its stack; ends with code 1, or tells the
 * supervisor why it need not try again.
 */
export function fail(error: unknown): never {
  const isWrongStart = error instanceof StartupError;
  console.error(isWrongStart ? error.message : errorFacts(error));
  process.exit(failureCode(isWrongStart));
}

async function loadApp(dist: string): Promise<Step[]> {
  const entry = pathToFileURL(path.join(dist, 'server', 'entry.mjs')).href;
  const { render } = (await import(entry)) as { render: App };
  return openApp(dist, render);
}

/** What to open in the browser. */
function shownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export function announce(address: string): void {
  console.log(`药批网：${address}`);
  if (env().DEMO) console.log(`演示账号：${DEMO_ACCOUNTS.join('、')}，密码 ${demoPassword}`);
}

/**
 * Runs the built app until SIGTERM or SIGINT. The port is taken first, so that of two starts only one does the work;
 * requests that come during the start wait. `build` makes or checks the build meanwhile.
 */
export async function runServer(build: () => Promise<void>): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  const { PORT, HOST, TRUST_PROXY, SITE_URL, SHUTDOWN_SECONDS, DRAIN_SECONDS } = env();
  const overHttps = SITE_URL?.startsWith('https:') ?? false;
  const server = await listen({ port: PORT, host: HOST, trustProxy: TRUST_PROXY, overHttps });
  const ended = awaitEnd((DRAIN_SECONDS + SHUTDOWN_SECONDS) * 1000 + databaseMs);
  let database: Database | undefined;
  let health: ReturnType<typeof openProbe> | undefined;
  async function start(): Promise<void> {
    database = await prepareDatabase();
    await build();
    const name = findBuild();
    if (name === undefined)
      throw new StartupError('还没有构建。请先执行 npm run build，或用 npm start 启动。');
    health = openProbe(database.url);
    await listenForPurges();
    // Whoever asked for any free port is called back on the one that was taken.
    completeEnv({ PORT: String(server.port) });
    startJobs();
    server.open(await loadApp(path.resolve(BUILDS, name)), health.ask);
    announce(SITE_URL ?? shownAddress(HOST, server.port));
  }
  try {
    // A signal during the start waits for its end: a database half started would be left behind.
    await start();
  } catch (error) {
    await database?.close();
    throw error;
  }
  const code = await ended;
  // After an error that nothing caught no time is spent on telling a proxy.
  const drain = code === 0 ? DRAIN_SECONDS * 1000 : 0;
  await shutDown(server, { database, health }, SHUTDOWN_SECONDS * 1000, drain);
  process.exit(code);
}

/** Least time, ms, that an embedded database gets for its end: it writes down what it holds in memory. */
const databaseMs = 5_000;

/**
 * Everything ends within `drain` and `ms`: running requests get seven tenths of it, then connections are given back. An embedded
 * database gets what is left, and five seconds at least. What a silent database holds up is left behind.
 */
async function shutDown(
  server: WebServer,
  {
    database,
    health,
  }: { database?: Database | undefined; health?: { end: () => Promise<void> } | undefined },
  ms: number,
  drain: number,
): Promise<void> {
  console.log('正在停止…');
  const end = Date.now() + drain + ms;
  await server.close(ms * 0.7, drain);
  const pools = Math.max(100, (end - Date.now()) / 2);
  await Promise.all([stopPhase('pools', pools), health && within(health.end(), pools)]);
  const patience = Math.max(databaseMs, end - Date.now());
  await within(Promise.resolve(database?.close(patience)), patience);
}
