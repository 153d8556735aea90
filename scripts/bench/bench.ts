import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type pg from 'pg';
import { connect, type Db } from '#lib/server/db/client.ts';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { growCompanies, growGoods } from '#lib/server/db/seed/grow.ts';
import { prepareDemo } from '#lib/server/db/seed/prepare-demo.ts';
import { freePort } from '#lib/server/process/free-port.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts';
import { databasePid } from '#tests/support/server-process.ts';
import { ensureBuild } from '../build.ts';
import { grownGoods, multiplyGoods } from './many-goods.ts';

/** A server under measurement and what stands around it. */
export interface Bench {
  origin: string;
  db: Db;
  pool: pg.Pool;
  /** Address of the database. */
  url: string;
  dataDir: string;
  /** Process ids, for what they use of the processors: the server's, and that of the database's first process. */
  pids: { server: number; database: number };
  /** From the start of the process to its first healthy answer, ms. */
  startMs: number;
  isQuick: boolean;
  /** How many buyers there are: load001, load002… */
  buyers: number;
  /** Opened when it is first asked for. */
  browser: () => Promise<Browser>;
  /** What and where, for the head of the table. */
  about: string;
  close(): Promise<void>;
}

/** Login name of a measured buyer, from 0 on. */
export function buyerName(nth: number): string {
  return `load${String(nth + 1).padStart(3, '0')}`;
}

async function fill(db: Db, pool: pg.Pool, goods: number, buyers: number): Promise<void> {
  const grown = await growGoods(db, Math.min(goods, grownGoods), new Date());
  const copied = await multiplyGoods(pool, goods);
  const added = grown + copied + (await growCompanies(db, buyers, new Date()));
  if (added > 0) await pool.query('VACUUM ANALYZE');
}

interface Started {
  pid: number;
  ms: number;
  close(): Promise<void>;
}

/** `npm start` on the bench's database, without its log. */
async function startServer(port: number, dataDir: string): Promise<Started> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const begun = performance.now();
  const child = spawn(process.execPath, ['server.mjs'], {
    env: {
      ...inherited,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'error',
      // Everything that is measured comes from one address.
      LIMIT_SCALE: '1000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    pid: child.pid ?? 0,
    ms: performance.now() - begun,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}

/** How large a measured shop is. */
export interface Size {
  goods: number;
  buyers: number;
}

const usual: Size = { goods: 100_000, buyers: 200 };
const quick: Size = { goods: 4_000, buyers: 40 };

/**
 * Builds if needed, fills the bench's own database (one folder a size), starts the server, and a browser when it is
 * asked for. Close it at the end.
 */
export async function openBench(isQuick: boolean, size: Size = isQuick ? quick : usual): Promise<Bench> {
  await ensureBuild();
  const { goods, buyers } = size;
  const suffix = goods === quick.goods ? '-quick' : goods === usual.goods ? '' : `-${goods}`;
  const dataDir = path.resolve(`.data-bench${suffix}`);
  const database = await openEmbedded(dataDir, 'tool');
  const { db, pool } = connect(database.url, { max: 4, statementTimeout: 0 });
  const closers = [() => database.close(), () => pool.end()];
  async function close(): Promise<void> {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  try {
    console.error('准备数据…');
    await migrateDatabase(database.url);
    await prepareDemo(database.url);
    await fill(db, pool, goods, buyers);
    const port = await freePort();
    const server = await startServer(port, dataDir);
    closers.push(() => server.close());
    let opened: Promise<Browser> | undefined;
    closers.push(async () => (await opened)?.close());
    const browser = () => {
      opened ??= findChromium().then((executablePath) =>
        chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
      );
      return opened;
    };
    const total = await pool.query('SELECT count(*) AS goods FROM goods');
    const about = `${total.rows[0].goods} goods, ${buyers} companies, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
    return {
      origin: `http://127.0.0.1:${port}`,
      db,
      pool,
      url: database.url,
      dataDir,
      pids: { server: server.pid, database: databasePid(dataDir) },
      startMs: server.ms,
      isQuick,
      buyers,
      browser,
      about,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
