import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartupError } from '#lib/server/core/process/env.ts';
import { codeOf } from '#lib/server/core/process/error-facts.ts';
import { isRunning, type ProcessIdentity, thisProcess } from '#lib/server/core/process/identity.ts';
import { type Lock, tryLock, waitLock } from '#lib/server/core/process/lock.ts';
import { findRunning, isServing, type Running, startCluster, stopCluster } from './embedded-cluster.ts';
import { choosePlace, type Place } from './embedded-place.ts';
import { embeddedUrl, ensureCluster, ensureDatabase, readPassword } from './embedded-roles.ts';
import { watchServer } from './embedded-watch.ts';

/*
 * A PostgreSQL of our own. In the data folder, `.data` unless told otherwise:
 *   pg/            the cluster (or outside, see embedded-place.ts)
 *   pg.superuser   password of its superuser    pg.password   of the role that the shop connects as
 *   pg.log         what the server says
 *   pg.json        number and port of the running server, and which of our processes ends it
 *   users/         one file a process of ours that is connected
 *   server.lock    held by the one web server   start.lock   held while the server is started or stopped
 */

/** `server`: the one web server of the folder. `tool`: the importer and the like, any number next to it. */
export type Role = 'server' | 'tool';

export interface OpenDatabase {
  url: string;
  /** How it was obtained; for the start message. */
  how: 'started' | 'adopted' | 'connected';
  /**
   * Disconnects; stops the server within `patience` ms, if this process owns it and no other process of ours uses it.
   */
  close(patience?: number): Promise<void>;
}

interface State extends Running {
  owner: ProcessIdentity;
}

function stateFile(dataDir: string): string {
  return path.join(dataDir, 'pg.json');
}

function readState(dataDir: string): State | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

function writeState(dataDir: string, state: State): void {
  // Written atomically: other processes read it at any moment.
  const draft = `${stateFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(draft, stateFile(dataDir));
}

function userFile(dataDir: string, user: ProcessIdentity): string {
  return path.join(dataDir, 'users', `${user.pid}.json`);
}

/** The other connected processes of ours; files of ended ones are deleted. */
function otherUsers(dataDir: string): ProcessIdentity[] {
  const folder = path.join(dataDir, 'users');
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    try {
      const user: ProcessIdentity = JSON.parse(readFileSync(file, 'utf8'));
      if (user.pid === process.pid) return [];
      if (isRunning(user)) return [user];
    } catch {
      // Half-written by a killed process: deleted like the others.
    }
    rmSync(file, { force: true });
    return [];
  });
}

function makeDataFolder(dataDir: string): string {
  try {
    // As root, the cluster inside belongs to another user, who needs access to the folder.
    mkdirSync(path.join(dataDir, 'users'), { recursive: true });
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    chmodSync(path.join(dataDir, 'users'), 0o700);
    return realpathSync(dataDir);
  } catch (error) {
    const code = codeOf(error);
    throw new StartupError(
      `不能写入数据文件夹 ${dataDir}（${code}）。请以它的所有者或 root 运行，或用 DATA_DIR 换一个文件夹。`,
    );
  }
}

function lockServer(dataDir: string): Lock {
  const attempt = tryLock(path.join(dataDir, 'server.lock'));
  if ('lock' in attempt) return attempt.lock;
  throw new StartupError(
    `另一个药批网服务（进程 ${attempt.holder.pid}）正在使用 ${dataDir}。请先停止它，或为这一个设置别的 DATA_DIR 和 PORT。`,
  );
}

async function underStartLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = await waitLock(path.join(dataDir, 'start.lock'), 90_000);
  if (!lock) {
    throw new StartupError(`另一个进程一直在启动或停止 ${dataDir} 里的数据库。请结束它，或稍后再试。`);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Connects to the cluster's running server or starts it. Called under the start lock. */
async function join(
  place: Place,
  dataDir: string,
  role: Role,
  settings: Record<string, string>,
): Promise<Omit<OpenDatabase, 'close'> & { running: Running }> {
  await ensureCluster(place, dataDir);
  const password = readPassword(dataDir);
  const me = thisProcess();
  const found = await findRunning(place.cluster, password);
  const running = found ?? (await startCluster(place, dataDir, password, { settings }));
  const own = await ensureDatabase(running.port, dataDir, password);
  const owner = readState(dataDir)?.owner;
  // A web server takes over the database, even from a tool; a tool only if no other process is left to end it.
  const mine = !found || role === 'server' || !owner || !isRunning(owner);
  writeState(dataDir, { ...running, owner: mine || !owner ? me : owner });
  writeFileSync(userFile(dataDir, me), JSON.stringify(me), { mode: 0o600 });
  const how = found ? (mine ? 'adopted' : 'connected') : 'started';
  return { url: embeddedUrl(running.port, own), how, running };
}

async function leave(place: Place, dataDir: string, patience?: number): Promise<void> {
  const me = thisProcess();
  rmSync(userFile(dataDir, me), { force: true });
  const state = readState(dataDir);
  if (!state || state.owner.pid !== me.pid || state.owner.start !== me.start) return;
  const [heir] = otherUsers(dataDir);
  if (heir) {
    // It is still in use; the last process stops it.
    writeState(dataDir, { ...state, owner: heir });
    return;
  }
  await stopCluster(state, place.cluster, patience);
  rmSync(stateFile(dataDir), { force: true });
}

/**
 * Restarts the server when it ends by itself: on its old port, where the pools expect it. Returns a function that ends
 * the watching.
 */
function keepRunning(
  place: Place,
  dataDir: string,
  first: Running,
  settings: Record<string, string>,
): () => Promise<void> {
  return watchServer({
    isServing: () => isServing(readState(dataDir) ?? first, place.cluster),
    start: () =>
      underStartLock(dataDir, async () => {
        const password = readPassword(dataDir);
        const running =
          (await findRunning(place.cluster, password)) ??
          (await startCluster(place, dataDir, password, { port: first.port, settings }));
        writeState(dataDir, { ...running, owner: thisProcess() });
      }),
  });
}

/**
 * Opens the embedded database of a data folder; creates, starts or adopts it as needed. `settings` of PostgreSQL replace
 * the durable ones where this process starts the server. Throws StartupError.
 */
export async function openEmbedded(
  folder: string,
  role: Role,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  const dataDir = makeDataFolder(path.resolve(folder));
  const lock = role === 'server' ? lockServer(dataDir) : undefined;
  try {
    const place = choosePlace(dataDir);
    const { running, ...joined } = await underStartLock(dataDir, () => join(place, dataDir, role, settings));
    const stopWatching = role === 'server' ? keepRunning(place, dataDir, running, settings) : async () => {};
    let closing: Promise<void> | undefined;
    const close = async (patience?: number) => {
      await stopWatching();
      if (existsSync(dataDir)) await underStartLock(dataDir, () => leave(place, dataDir, patience));
      lock?.release();
    };
    return {
      ...joined,
      close: (patience) => {
        closing ??= close(patience);
        return closing;
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}
