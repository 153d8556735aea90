import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartupError } from '#lib/server/process/env.ts';
import { freePort } from '#lib/server/process/free-port.ts';
import { findProcess } from '#lib/server/process/identity.ts';
import { makeDraft, type Place } from './embedded-place.ts';

const run = promisify(execFile);

/** Name of the database, and of the role that owns it; the shop connects as this one. */
export const EMBEDDED_NAME = 'yaopi';

/** Makes roles and databases, and does nothing else: only the code that starts the server knows its password. */
const SUPERUSER = 'postgres';

/** Durable, sized for a small machine; no statement or parameter is logged: they hold names and phones. */
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
  // Parallel workers cost a short query more than they give, and need /dev/shm, which containers keep small.
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

/** Where the shop finds its database. */
export function embeddedUrl(port: number, password: string): string {
  return `postgres://${EMBEDDED_NAME}:${password}@127.0.0.1:${port}/${EMBEDDED_NAME}`;
}

/** For our own start, and for tests that make databases. */
export function superuserUrl(port: number, password: string, database = 'postgres'): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** The superuser's password, made together with the cluster. */
export function readPassword(dataDir: string): string {
  const file = path.join(dataDir, 'pg.superuser');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartupError(
      `找不到数据库密码文件 ${file}。请从备份恢复它；若不需要旧数据，删除 ${dataDir} 后重新启动。`,
    );
  }
}

/** The password of the shop's own role; made when it is not there. */
function ownPassword(dataDir: string): string {
  const file = path.join(dataDir, 'pg.password');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Makes the cluster if there is none; a half-made one is thrown away. */
export async function ensureCluster(place: Place, dataDir: string): Promise<void> {
  if (existsSync(path.join(place.cluster, 'PG_VERSION'))) return;
  const draft = makeDraft(place);
  const password = randomBytes(24).toString('base64url');
  const passwordFile = path.join(draft, '..', 'pg.initial');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid);
  try {
    await run(
      place.initdb,
      ['-D', draft, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`].concat(
        '--encoding=UTF8',
        '--locale=C.UTF-8',
      ),
      { ...place.user, cwd: draft, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } },
    );
  } catch (error) {
    const told = String((error as { stderr?: unknown }).stderr ?? error).trim();
    throw new StartupError(
      `无法建立数据库文件夹 ${place.cluster}：${told}。可用 DATABASE_URL 指定一个 PostgreSQL。`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // The password first: a cluster without it would be useless, a password without a cluster is replaced.
  writeFileSync(path.join(dataDir, 'pg.superuser'), `${password}\n`, { mode: 0o600 });
  renameSync(draft, place.cluster);
}

/** What PostgreSQL itself wrote about its server: its number and port. */
function readPostmaster(cluster: string): Running | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const found = { pid: Number(lines[0]), port: Number(lines[3]) };
    return found.pid > 0 && found.port > 0 ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether somebody who knows our password and works on our folder answers there. */
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

/** Whether the process with this number works in the cluster's folder; where the system does not tell, we say yes. */
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
    // It may still be recovering, or on its way down.
    await pause(50);
  }
  throw new StartupError(
    `数据库进程占用着 ${cluster}，但不应答。请结束它（进程号在该文件夹的 postmaster.pid 第一行）后重试。`,
  );
}

/** Servers of a killed postmaster end by themselves within moments; a new one must not start beside them. */
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
  wanted?: number,
): Promise<Running | undefined> {
  // Somebody may take it before us: starting is tried again then.
  const port = wanted ?? (await freePort());
  const log = openSync(path.join(dataDir, 'pg.log'), 'a', 0o600);
  const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
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
  const end = Date.now() + 60_000;
  while (!ended && Date.now() < end) {
    const running = { pid: child.pid ?? 0, port };
    if (await answers(running, place.cluster, password)) return running;
    await pause(25);
  }
  if (!ended) child.kill('SIGINT');
  return undefined;
}

/** Starts the cluster's server, on a port that is free or on the one given, and waits until it answers. */
export async function startCluster(
  place: Place,
  dataDir: string,
  password: string,
  port?: number,
): Promise<Running> {
  await leftoversGone(place.cluster);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const running = await spawnOnce(place, dataDir, password, port);
    if (running) return running;
  }
  const log = path.join(dataDir, 'pg.log');
  const last = readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' / ');
  throw new StartupError(
    `自带的 PostgreSQL 没能启动：${last}。详情见 ${log}；也可用 DATABASE_URL 指定一个 PostgreSQL。`,
  );
}

/** Whether the server still runs, be it that it answers nothing. */
export function isServing(running: Running, cluster: string): boolean {
  return findProcess(running.pid) !== undefined && worksIn(running.pid, cluster);
}

/** Wakes what was stopped (SIGSTOP): it would never see that it is asked to end. */
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

/**
 * Creates our role and our database, owned by it, where they are missing, and answers the role's password. The role is
 * no superuser: whoever gets hold of the shop's connection reads no file of the machine and changes no other role.
 */
export async function ensureDatabase(running: Running, dataDir: string, password: string): Promise<string> {
  const own = ownPassword(dataDir);
  const client = new pg.Client({ connectionString: superuserUrl(running.port, password) });
  client.on('error', () => {});
  await client.connect();
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [EMBEDDED_NAME]);
    const verb = role.rowCount ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${EMBEDDED_NAME} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD ${client.escapeLiteral(own)}`,
    );
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [EMBEDDED_NAME]);
    if (!database.rowCount) await client.query(`CREATE DATABASE ${EMBEDDED_NAME} OWNER ${EMBEDDED_NAME}`);
    return own;
  } finally {
    await client.end();
  }
}
