import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { directUrl } from '#lib/server/core/process/direct-url.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { codeOf } from '#lib/server/core/process/error-facts.ts';
import { sourceFile } from '#lib/server/core/process/source-file.ts';

const FOLDER = path.join(path.dirname(sourceFile('#lib/server/db/migrate.ts')), 'migrations');

/** Any number, the same in every version: a migration holds this lock. */
const LOCK = 7_310_942_118;

/**
 * Runs `work` alone: of all processes that name the same lock on this database only one is inside.
 * The lock goes with the connection, so a kill frees it.
 */
export async function withDatabaseLock<T>(
  url: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl(url), keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same where nobody is inside; null, without work, where somebody is. */
export async function withFreeLock<T>(
  url: string,
  lock: number,
  work: () => Promise<T>,
): Promise<{ done: T } | null> {
  const client = new pg.Client({ connectionString: directUrl(url), keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_ours', [lock]);
    return rows[0]?.is_ours === true ? { done: await work() } : null;
  } finally {
    await client.end();
  }
}

interface Journal {
  entries: { when: number }[];
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(path.join(FOLDER, 'meta', '_journal.json'), 'utf8'));
}

/** The timestamps of our migrations, which identify them for the migrator; oldest first. */
export function ownMigrations(): number[] {
  return readJournal().entries.map(({ when }) => when);
}

/**
 * Timestamps of the migrations of a database or a backup, as this version counts them: if the baseline is among them,
 * earlier ones are part of it.
 */
export function sinceBaseline(seen: readonly number[]): number[] {
  const [baseline = 0] = ownMigrations();
  return seen.includes(baseline) ? seen.filter((when) => when >= baseline) : [...seen];
}

/** Runs `work` on a folder with our migrations up to a timestamp. */
async function withMigrationsUntil(
  last: number,
  work: (migrationsFolder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-migrations-'));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    const journal = readJournal();
    const entries = journal.entries.filter(({ when }) => when <= last);
    writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Throws StartupError when the database has another line of migrations than ours, or a version before our baseline.
 * Later migrations belong to a newer version, in parallel to which this one runs during a deploy.
 */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') AS name`);
  if (found[0]?.name === null) return;
  const own = ownMigrations();
  const { rows } = await client.query<{ created_at: string }>(
    'SELECT created_at FROM drizzle.__drizzle_migrations',
  );
  const seen = sinceBaseline(rows.map(({ created_at: when }) => Number(when)));
  const last = Math.max(...own);
  if (seen.every((when) => when > last || own.includes(when))) return;
  throw new StartupError(
    '这个数据库是更早的或另一个版本的药批网建立的，不能直接升级。更早的版本请先升级到上一个版本，再升级到这个版本；自带数据库也可删除数据文件夹（默认 .data）后重新启动；DATABASE_URL 也可换一个空的数据库。',
  );
}

/** How long a migration waits for a table, seconds; and the number of attempts, with an equal pause in between. */
const lockSeconds = 5;
const lockTries = 6;

/** Retries work that did not get its lock: none of it was written. Throws StartupError when it never does. */
async function giveWay(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!mustGiveWay(error)) throw error;
      if (attempt === lockTries)
        throw new StartupError(
          '数据库升级要用的表一直被占用，没有升级。请结束长时间运行的查询、备份或导入后重新启动。',
        );
      await pause(lockSeconds * 1000);
    }
  }
}

/** A lock that did not come in time, or a deadlock with the shop in which the migration lost. */
function mustGiveWay(error: unknown): boolean {
  return ['55P03', '40P01'].includes(String(codeOf(error) ?? codeOf(fieldOf(error, 'cause'))));
}

/**
 * Brings the database to this version's schema, or to that of an older one, whose last migration is named by its
 * moment. Safe when several processes start at once.
 */
export async function migrateDatabase(url: string, last?: number): Promise<void> {
  await withDatabaseLock(url, LOCK, async (client) => {
    // Notices ("already exists, skipping") are not logged.
    await client.query('SET client_min_messages = warning');
    // A migration that waits for a table in use blocks everybody behind it, so it gives up and retries.
    await client.query(`SET lock_timeout = '${lockSeconds}s'`);
    await refuseForeign(client);
    const run = (migrationsFolder: string) => migrate(drizzle(client), { migrationsFolder });
    await giveWay(() => (last === undefined ? run(FOLDER) : withMigrationsUntil(last, run)));
  });
}
