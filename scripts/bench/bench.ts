import { globSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import type pg from 'pg';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { fileJobs } from '#lib/server/files/jobs.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts';
import { ensureBuild } from '../build.ts';
import { type BenchDatabase, openBenchDatabase, type Size } from './database.ts';
import { startServer } from './start-server.ts';

/** About a hundred documents, on a slow machine. */
const drawingMs = 180_000;

/** A measured server and its environment. */
export interface Bench extends Omit<BenchDatabase, 'pid'> {
  origin: string;
  /** Process ids, for what they use of the processors: the server's, and that of the database's first process. */
  pids: { server: number; database: number };
  /** From the start of the process to its first healthy answer, ms. */
  startMs: number;
  /** Opened when it is first asked for. */
  browser: () => Promise<Browser>;
}

/**
 * Builds if needed, opens the bench's own database, starts the server on it, and a browser on demand. Close it at the
 * end.
 * @param settings Of the server, besides its own.
 */
export async function openBench(
  isQuick: boolean,
  size?: Size,
  settings: Record<string, string> = {},
): Promise<Bench> {
  await ensureBuild();
  const { pid, ...database } = await openBenchDatabase(isQuick, size);
  const closers = [() => database.close()];
  async function close(): Promise<void> {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  try {
    const port = await freePort();
    const own = { DATA_DIR: database.dataDir, ...settings };
    if (globSync('files/picture-*', { cwd: database.dataDir }).length === 0)
      await startFirst(port, own, database.pool);
    const server = await startServer(port, own);
    closers.push(() => server.close());
    let opened: Promise<Browser> | undefined;
    closers.push(async () => (await opened)?.close());
    const browser = () => {
      opened ??= findChromium().then((executablePath) =>
        chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
      );
      return opened;
    };
    return {
      ...database,
      origin: `http://127.0.0.1:${port}`,
      pids: { server: server.pid, database: pid },
      startMs: server.ms,
      browser,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The first start of a demo stores its photographs in every size and draws its documents, once: the measurement is for
 * every other start.
 */
async function startFirst(port: number, env: Record<string, string>, pool: pg.Pool): Promise<void> {
  const server = await startServer(port, env);
  const drawing = fileJobs.filter((job) => 'isDemo' in job).map(({ name }) => name);
  try {
    for (const end = Date.now() + drawingMs; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const { rows } = await pool.query('SELECT FROM job_lease WHERE job = ANY($1) AND done_at IS NOT NULL', [
        drawing,
      ]);
      if (rows.length === drawing.length) return;
      if (Date.now() > end) throw new Error(`the demo's papers were not drawn: ${drawing.join(', ')}`);
    }
  } finally {
    await server.close();
  }
}
