import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { freePort } from '#lib/server/process/free-port.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts';
import { ensureBuild } from '../build.ts';
import { type BenchDatabase, openBenchDatabase, type Size } from './database.ts';
import { startServer } from './start-server.ts';

/** A server under measurement and what stands around it. */
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
 * Builds if needed, opens the bench's own database, starts the server on it, and a browser when it is asked for. Close
 * it at the end.
 */
export async function openBench(isQuick: boolean, size?: Size): Promise<Bench> {
  await ensureBuild();
  const { pid, ...database } = await openBenchDatabase(isQuick, size);
  const closers = [() => database.close()];
  async function close(): Promise<void> {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  try {
    const port = await freePort();
    const own = { DATA_DIR: database.dataDir };
    // The first start of a demo lays its photographs down in every size, once: what is measured is every other start.
    if (!existsSync(path.join(database.dataDir, 'pictures'))) await (await startServer(port, own)).close();
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
