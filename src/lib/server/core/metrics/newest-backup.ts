/** The age of the newest backup, checked at intervals. */
import { backupTime } from '#lib/server/backup/dump.ts';
import { openStore } from '#lib/server/backup/open-store.ts';
import { listBackups } from '#lib/server/backup/retention.ts';
import { env } from '#lib/server/core/process/env.ts';
import { getPool } from '#lib/server/db/client.ts';

/** A bucket is not asked with every reading. */
const everyMs = 300_000;

let known = { until: 0, seconds: 0 };

async function look(): Promise<number> {
  const store = await openStore(env().BACKUP_TO);
  try {
    const newest = (await listBackups(store)).at(-1);
    return newest === undefined ? 0 : backupTime(newest).getTime() / 1000;
  } finally {
    store.close();
  }
}

/** The next reading looks again: a backup was made. */
export function forgetNewestBackup(): void {
  known = { ...known, until: 0 };
}

/** Start of the newest complete backup, Unix seconds; 0 when there is none or the location does not respond. */
export async function newestBackup(now: number): Promise<number> {
  if (now >= known.until) {
    known = { ...known, until: now + everyMs };
    known.seconds = await look().catch(() => 0);
  }
  return known.seconds;
}

// Whether the database hands its write-ahead log on, as far as it does so at all.

/** Looks no longer than this, in ms: numbers are read also while the database is silent. */
const patienceMs = 2_000;

async function ask(): Promise<boolean | undefined> {
  const { rows } = await getPool().query<{ failing: boolean }>(
    `SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing
     FROM pg_stat_archiver`,
  );
  return rows[0]?.failing;
}

/** True when the last attempt to archive a segment failed; undefined when the database does not respond in time. */
export async function isArchiveFailing(): Promise<boolean | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  try {
    return await Promise.race([ask().catch(() => undefined), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
