/** The setup of a cluster of our own: its folder, its roles, their passwords, and the shop's database. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { makeDraft, type Place } from './embedded-place.ts';

const run = promisify(execFile);

/** Name of the database, and of the role that owns it; the shop connects as this one. */
export const EMBEDDED_NAME = 'yaopi';

/** Creates roles and databases, and does nothing else: only the code that starts the server knows its password. */
const SUPERUSER = 'postgres';

/** The address of the shop's database. */
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

/** Creates the cluster if there is none; an incomplete one is deleted. */
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
    const output = String(fieldOf(error, 'stderr') ?? error).trim();
    throw new StartupError(
      `无法建立数据库文件夹 ${place.cluster}：${output}。可用 DATABASE_URL 指定一个 PostgreSQL。`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // The password first: a cluster without it would be useless, a password without a cluster is replaced.
  writeFileSync(path.join(dataDir, 'pg.superuser'), `${password}\n`, { mode: 0o600 });
  renameSync(draft, place.cluster);
}

/**
 * Creates our role and our database, owned by it, where they are missing, and returns the role's password. The role is
 * no superuser: an intruder on the shop's connection reads no file of the machine and changes no other role.
 */
export async function ensureDatabase(port: number, dataDir: string, password: string): Promise<string> {
  const own = ownPassword(dataDir);
  const client = new pg.Client({ connectionString: superuserUrl(port, password) });
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
