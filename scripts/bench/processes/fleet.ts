/** Several processes of the built shop on one database, behind a front. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { cpuOf, cpuOfFamily } from '../cpu.ts';
import type { BenchDatabase } from '../database.ts';
import { type Started, startServer } from '../start-server.ts';
import { openFront } from './front.ts';

/** Processor seconds used so far. */
export interface Used {
  servers: number;
  database: number;
  /** Of this process: the callers and the front. */
  load: number;
}

export interface Fleet {
  /** Of the front. */
  origin: string;
  /** Of each process. */
  origins: string[];
  used(): Used;
  close(): Promise<void>;
}

/** Starts them, each with a data folder of its own. Close it at the end. */
export async function openFleet(database: BenchDatabase, processes: number): Promise<Fleet> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-fleet-'));
  const servers: Started[] = [];
  const ports: number[] = [];
  async function end(): Promise<void> {
    await Promise.all(servers.map((server) => server.close()));
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    for (let nth = 0; nth < processes; nth++) {
      const port = await freePort();
      ports.push(port);
      servers.push(
        await startServer(port, {
          DATABASE_URL: database.url,
          DATA_DIR: path.join(folder, String(nth)),
          AUTH_SECRET: 'a secret for measuring, thirty-two characters',
        }),
      );
    }
    const front = await openFront(ports);
    return {
      origin: front.origin,
      origins: ports.map((port) => `http://127.0.0.1:${port}`),
      used: () => ({
        servers: servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
        database: cpuOfFamily(database.pid),
        load: cpuOf(process.pid),
      }),
      async close() {
        await front.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Cores that were busy between two readings. */
export function coresBetween(before: Used, after: Used, seconds: number): Used {
  return {
    servers: (after.servers - before.servers) / seconds,
    database: (after.database - before.database) / seconds,
    load: (after.load - before.load) / seconds,
  };
}

export function coresText({ servers, database, load }: Used): string {
  return `${servers.toFixed(2)} + ${database.toFixed(2)} cores, callers and front ${load.toFixed(2)}`;
}
