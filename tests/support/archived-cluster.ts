/** A PostgreSQL of its own that hands its log on, to be followed, killed and brought back elsewhere (docs/operations.md). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { choosePlace } from '#lib/server/db/embedded-place.ts';
import { until } from './server-process.ts';

export interface Cluster {
  url: string;
  folder: string;
  /** Ends every process of it at once, as a machine that loses its power. */
  kill(): Promise<void>;
}

interface Machine {
  /** Must be enterable by an unprivileged user. */
  root: string;
  /** Where segments go; the other machine. */
  archive: string;
}

type Settings = Record<string, string>;

function placeOf({ root }: Machine) {
  return choosePlace(root);
}

/** PostgreSQL refuses to run as root: as root its files belong to somebody else. */
function handOver(machine: Machine, folder: string): void {
  const { user } = placeOf(machine);
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, name), user.uid, user.gid);
}

/** Copies what is there; a file that goes meanwhile is the log's business. */
function copyTree(from: string, to: string, skip: (name: string) => boolean): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (skip(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, () => false);
    else
      try {
        copyFileSync(source, target);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
  }
}

/** Whether it answers, and takes writes or, as a standby, does not. */
async function answers(url: string, isStandby: boolean): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS recovering');
    return rows[0].recovering === isStandby;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Every server process has a session of its own: they are told by their parent, or by `ps` where there is no /proc. */
function childrenOf(pid: number): number[] {
  const listed =
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return listed.split(/\s+/).filter(Boolean).map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was a child for a moment only.
  }
}

/** Starts the server of a folder and waits until it takes writes, or reads only if it is a standby. */
async function start(
  machine: Machine,
  folder: string,
  settings: Settings,
  { isStandby = false, port: wanted = 0 }: { isStandby?: boolean; port?: number } = {},
): Promise<Cluster> {
  const place = placeOf(machine);
  const port = wanted || (await freePort());
  const given = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings });
  const said: Buffer[] = [];
  const child: ChildProcess = spawn(
    place.postgres,
    ['-D', folder, '-p', String(port), ...given.flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    {
      ...place.user,
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { LC_ALL: 'C.UTF-8' },
    },
  );
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  let isOver = false;
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isOver = true;
      resolve();
    }),
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await until(
    'the server answers',
    async () => {
      if (isOver) throw new Error(Buffer.concat(said).toString());
      return answers(url, isStandby);
    },
    120_000,
  );
  return {
    url,
    folder,
    kill: async () => {
      if (!isOver) for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) end(pid);
      await ended;
    },
  };
}

/** Makes the files of a new cluster; says where. */
function makeFiles(machine: Machine): string {
  const folder = path.join(machine.root, 'first');
  const place = placeOf(machine);
  for (const one of [folder, machine.archive]) {
    mkdirSync(one, { recursive: true, mode: 0o700 });
    if (place.user) chownSync(one, place.user.uid, place.user.gid);
  }
  const options = ['-D', folder, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  execFileSync(place.initdb, options, {
    ...place.user,
    cwd: folder,
    env: { LC_ALL: 'C.UTF-8' },
    stdio: 'pipe',
  });
  return folder;
}

/** A new cluster that others may follow. */
export function makePrimary(machine: Machine): Promise<Cluster> {
  return start(machine, makeFiles(machine), { wal_level: 'replica', wal_keep_size: '512MB' });
}

/** Makes a standby of a base: it follows the cluster by streaming, and answers reads. */
export function makeStandby(
  machine: Machine,
  base: string,
  primary: Cluster,
  name = 'standby',
): Promise<Cluster> {
  // As an embedded database's, so that its processes are found (database-processes.ts).
  const folder = path.join(machine.root, name, 'pg');
  mkdirSync(path.dirname(folder));
  copyTree(base, folder, () => false);
  writeFileSync(path.join(folder, 'standby.signal'), '');
  const { hostname, port } = new URL(primary.url);
  const from = `primary_conninfo = 'host=${hostname} port=${port} user=postgres'\n`;
  writeFileSync(path.join(folder, 'postgresql.auto.conf'), from);
  handOver(machine, folder);
  return start(machine, folder, standbySettings, { isStandby: true });
}

/** Looks for its primary again soon after it was lost. */
const standbySettings = { wal_retrieve_retry_interval: '100ms' };

/** Starts a standby that was killed, on its old port. */
export function restartStandby(machine: Machine, { folder, url }: Cluster): Promise<Cluster> {
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
  const port = Number(new URL(url).port);
  return start(machine, folder, standbySettings, { isStandby: true, port });
}

/** A new cluster whose segments reach the archive every `seconds` at the latest. */
export function makeArchived(machine: Machine, seconds: number): Promise<Cluster> {
  const to = `"${machine.archive}"/%f`;
  return start(machine, makeFiles(machine), {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: String(seconds),
    archive_command: `test ! -f ${to} && cp %p ${to}.half && sync ${to}.half && mv ${to}.half ${to}`,
  });
}

/** What pg_basebackup does, by the calls it uses: the files while the server works, and the label that tells from where. */
export async function takeBase(machine: Machine, cluster: Cluster): Promise<string> {
  const base = path.join(machine.root, 'base');
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('base', true)");
    const skip = (name: string) => ['postmaster.pid', 'postmaster.opts', 'pg_wal'].includes(name);
    copyTree(cluster.folder, base, skip);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(path.join(base, 'backup_label'), rows[0].labelfile);
    mkdirSync(path.join(base, 'pg_wal'), { mode: 0o700 });
  } finally {
    await client.end();
  }
  return base;
}

/** Segments that the dead machine had not handed on, when its disk can still be read. */
export function rescueSegments(machine: Machine, folder: string): void {
  const wal = path.join(folder, 'pg_wal');
  const there = new Set(readdirSync(machine.archive));
  for (const name of readdirSync(wal))
    if (/^[0-9A-F]{24}$/.test(name) && !there.has(name))
      copyFileSync(path.join(wal, name), path.join(machine.archive, name));
  handOver(machine, machine.archive);
}

/** A clean machine: base backup and archive, to the last segment or to a moment. */
export async function recover(
  machine: Machine,
  base: string,
  name: string,
  moment?: string,
): Promise<Cluster> {
  const folder = path.join(machine.root, name);
  rmSync(folder, { recursive: true, force: true });
  copyTree(base, folder, () => false);
  writeFileSync(path.join(folder, 'recovery.signal'), '');
  handOver(machine, folder);
  return start(machine, folder, {
    restore_command: `cp "${machine.archive}"/%f "%p"`,
    recovery_target_action: 'promote',
    ...(moment !== undefined && { recovery_target_time: moment }),
  });
}
