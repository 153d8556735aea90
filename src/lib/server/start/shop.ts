/** A server process from its start to its end. */

import { demoPassword, demoStaff } from '#demo/seed/known.ts';
import { followDatabase } from '../cache/follow.ts';
import { clearUp } from '../core/process/clear-up.ts';
import { awaitEnd } from '../core/process/end.ts';
import { completeEnv, env } from '../core/process/env.ts';
import { stopPhase, within } from '../core/process/lifecycle.ts';
import { ownAddress, siteAddress } from '../core/process/site-address.ts';
import { getDb } from '../db/client.ts';
import { readDatabaseClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { openProbe } from '../db/probe.ts';
import { useOwnReplica } from '../db/read-elsewhere.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { findLacks } from '../site/ready.ts';
import { inviteFirst } from '../staff/invites.ts';
import { openApp } from '../web/app.ts';
import { listenForPurges } from '../web/cache-listener.ts';
import type { App } from '../web/exchange.ts';
import type { Port } from '../web/port.ts';
import { serve, type WebServer } from '../web/server.ts';
import { startJobs } from './jobs.ts';
import { receivePictures } from './live.ts';
import { prepareDatabase } from './prepare.ts';
import { offerTrial } from './trial.ts';

/** Accounts of the demo data, in the order in which a newcomer tries them. */
const DEMO_ACCOUNTS = ['demo', 'clinic', 'pending', 'rejected', 'expired', 'frozen', 'other', 'demo-fendian'];

/** Colleagues of `demo`: buyer with a limit, finance, receiver, read only. */
const DEMO_COLLEAGUES = ['demo-caigou', 'demo-caiwu', 'demo-shouhuo', 'demo-zhidu'];

/** Prints the address and who can log in: for a demo everyone, for a real shop what is missing before anyone can. */
async function printAddress(): Promise<void> {
  const { DEMO, HOST, PORT } = env();
  console.log(`药批网：${siteAddress()}`);
  if (DEMO) {
    const { platform, finance, merchant } = demoStaff;
    console.log(`演示账号：${[...DEMO_ACCOUNTS, ...DEMO_COLLEAGUES].join('、')}，密码 ${demoPassword}`);
    console.log(
      `演示工作台：${siteAddress()}/desk/login，账号 ${merchant.username}（商家管理员）、${platform.username}（平台管理员）、${finance.username}（平台财务），密码相同；后两个要身份验证器，密钥见 README`,
    );
    return;
  }
  console.log(`监听：${HOST}:${PORT}，本机 ${ownAddress()}`);
  const musts = await findLacks(getDb(), new Date()).then(
    (lacks) => lacks.filter(({ isMust }) => isMust),
    () => [],
  );
  const first = await inviteFirst(getDb(), new Date()).catch(() => null);
  if (first !== null) console.log(`第一位平台管理员从这里加入（只能用一次）：${first}`);
  if (musts.length === 0) return;
  console.log(`还不能营业，缺 ${musts.length} 项（npm run ops -- ready 列出全部）：`);
  for (const { text, next } of musts.slice(0, 3)) console.log(`  ${text} → ${next}`);
}

/**
 * Runs the shop on a port until SIGTERM, SIGINT or an uncaught error; returns the exit code. `dist` is the build's
 * folder, `app` renders its pages. Throws what prevents the start.
 */
export async function runShop(port: Port, dist: string, app: App): Promise<number> {
  const { TRUST_PROXY, SITE_URL, SHUTDOWN_SECONDS, DRAIN_SECONDS } = env();
  const ended = awaitEnd((DRAIN_SECONDS + SHUTDOWN_SECONDS) * 1000 + databaseMs);
  const overHttps = SITE_URL?.startsWith('https:') ?? false;
  const server = await serve(port, { trustProxy: TRUST_PROXY, overHttps });
  let database: Database | undefined;
  let health: ReturnType<typeof openProbe> | undefined;
  try {
    // A signal during the start waits for it to finish: a half-started database would be left behind.
    database = await prepareDatabase();
    health = openProbe(database.url);
    await readDatabaseClock(getDb());
    // Requests for items need the index: it is built next to the rest, and a process is ready when it exists. If that
    // fails the first request builds it.
    const index = getCatalogue(getDb()).catch(() => undefined);
    await listenForPurges();
    await followDatabase(getDb());
    useOwnReplica();
    // A caller that asked for any free port learns the actual one.
    completeEnv({ PORT: String(port.number) });
    offerTrial();
    startJobs();
    await receivePictures(getDb());
    await index;
    clearUp();
    server.open(openApp(dist, app), health.ask);
    await printAddress();
  } catch (error) {
    await database?.close();
    throw error;
  }
  const code = await ended;
  // After an uncaught error no time is spent on informing a proxy.
  const drain = code === 0 ? DRAIN_SECONDS * 1000 : 0;
  await shutDown(server, { database, health }, SHUTDOWN_SECONDS * 1000, drain);
  return code;
}

/** Least time, ms, for an embedded database to end: it writes its memory to disk. */
const databaseMs = 5_000;

/**
 * Ends everything within `drain` and `ms`: running requests get seven tenths of it, then connections are returned. An
 * embedded database gets the rest, and five seconds at least. What a silent database blocks is abandoned.
 */
async function shutDown(
  server: WebServer,
  { database, health }: { database: Database; health: { end: () => Promise<void> } },
  ms: number,
  drain: number,
): Promise<void> {
  console.log('正在停止…');
  const end = Date.now() + drain + ms;
  await server.close(ms * 0.7, drain);
  const timeLeft = Math.max(100, (end - Date.now()) / 2);
  await Promise.all([stopPhase('resources', timeLeft), within(health.end(), timeLeft)]);
  const patience = Math.max(databaseMs, end - Date.now());
  await within(Promise.resolve(database.close(patience)), patience);
}
