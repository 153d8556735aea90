/** The server of a cluster of our own: found, started, woken and stopped. */
import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#lib/server/core/process/env.ts';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { findProcess } from '#lib/server/core/process/identity.ts';
import type { Place } from './embedded-place.ts';
import { superuserUrl } from './embedded-roles.ts';

/** Durable, sized for a small machine; no statement or parameter is logged, because they contain names and phones. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers cost a short query more than they gain, and need /dev/shm, which is small in containers.
  max_parallel_workers_per_gather: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  password_encryption: 'scram-sha-256',
};

export interface Running {
  pid: number;
  port: number;
}

/** The server's process number and port, as written by PostgreSQL itself. */
function readPostmaster(cluster: string): Running | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const found = { pid: Number(lines[0]), port: Number(lines[3]) };
    return found.pid > 0 && found.port > 0 ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a server with our password and our folder answers there. */
async function answers(running: Running, cluster: string, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: superuserUrl(running.port, password),
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SHOW data_directory');
    return path.resolve(rows[0].data_directory) === path.resolve(cluster);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the process with this number works in the cluster's folder; true where the system does not report it. */
function worksIn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return findProcess(pid) !== undefined;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** The server of this cluster that already runs: an orphan of a kill, or another process's. */
export async function findRunning(cluster: string, password: string): Promise<Running | undefined> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const running = readPostmaster(cluster);
    if (!running || !findProcess(running.pid) || !worksIn(running.pid, cluster)) return undefined;
    if (await answers(running, cluster, password)) return running;
    // It may still be recovering, or shutting down.
    await pause(50);
  }
  throw new StartupError(
    `数据库进程占用着 ${cluster}，但不应答。请结束它（进程号在该文件夹的 postmaster.pid 第一行）后重试。`,
  );
}

/** Servers of a killed postmaster end by themselves within moments; a new one must not start in parallel. */
async function leftoversGone(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const end = Date.now() + 15_000;
  while (Date.now() < end) {
    const left = readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(Number(name), cluster));
    if (!left) return;
    await pause(50);
  }
}

/** Names the postmaster that a kill left behind on file; {@link findRunning} has found that it does not run. */
function overlookStale(cluster: string): Record<string, string> {
  // PostgreSQL takes any process with that number, even a zombie or an unrelated one, for a running server.
  // It overlooks its own ancestors, and still checks the shared memory of the old one.
  const stale = readPostmaster(cluster);
  return stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {};
}

async function spawnOnce(
  place: Place,
  dataDir: string,
  password: string,
  wanted: Wanted,
): Promise<Running | undefined> {
  // Another process may take it before us: then the start is retried.
  const port = wanted.port ?? (await freePort());
  const log = openSync(path.join(dataDir, 'pg.log'), 'a', 0o600);
  const settings = Object.entries({ ...SETTINGS, ...wanted.settings }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const child = spawn(place.postgres, ['-D', place.cluster, '-p', String(port), ...settings], {
    ...place.user,
    cwd: place.cluster,
    // Its own session: Ctrl-C in our terminal reaches us, and we stop it in our own time.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...overlookStale(place.cluster) },
  });
  closeSync(log);
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  child.unref();
  if (child.pid !== undefined) runInBatches(child.pid);
  const end = Date.now() + 60_000;
  while (!ended && Date.now() < end) {
    const running = { pid: child.pid ?? 0, port };
    if (await answers(running, place.cluster, password)) return running;
    await pause(25);
  }
  if (!ended) child.kill('SIGINT');
  return undefined;
}

/**
 * A backend waits until a core is free for its statement, instead of taking that of the caller: on a small machine that
 * is the one thread that all requests wait for. A tenth more orders a second on two cores. Systems without this are
 * left unchanged.
 */
function runInBatches(pid: number): void {
  // Processes that the postmaster starts later inherit it.
  if (process.platform === 'linux') execFile('chrt', ['--batch', '--pid', '0', String(pid)], () => {});
}

/** Parameters of a start: by default a free port and durable settings. */
export interface Wanted {
  port?: number;
  /** Settings of PostgreSQL instead of ours, by name. */
  settings?: Record<string, string>;
}

/** Starts the cluster's server and waits until it answers. */
export async function startCluster(
  place: Place,
  dataDir: string,
  password: string,
  wanted: Wanted = {},
): Promise<Running> {
  await leftoversGone(place.cluster);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const running = await spawnOnce(place, dataDir, password, wanted);
    if (running) return running;
  }
  const log = path.join(dataDir, 'pg.log');
  const last = readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' / ');
  throw new StartupError(
    `自带的 PostgreSQL 没能启动：${last}。详情见 ${log}；也可用 DATABASE_URL 指定一个 PostgreSQL。`,
  );
}

/** Whether the server still runs, even if it does not respond. */
export function isServing(running: Running, cluster: string): boolean {
  return findProcess(running.pid) !== undefined && worksIn(running.pid, cluster);
}

/** Wakes a stopped process (SIGSTOP): otherwise it would never receive the request to end. */
function wake(cluster: string): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !worksIn(Number(name), cluster)) continue;
    try {
      process.kill(Number(name), 'SIGCONT');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Ends the server within `patience` ms: open transactions are rolled back, everything committed is on disk. After four
 * fifths of the time it is ended at once, and repairs itself at its next start.
 */
export async function stopCluster(running: Running, cluster: string, patience = 25_000): Promise<void> {
  for (const [signal, share] of [
    ['SIGINT', 0.8],
    ['SIGQUIT', 0.2],
  ] as const) {
    if (!isServing(running, cluster)) return;
    process.kill(running.pid, signal);
    wake(cluster);
    const end = Date.now() + patience * share;
    while (Date.now() < end) {
      if (!findProcess(running.pid)) return;
      await pause(20);
    }
  }
}
