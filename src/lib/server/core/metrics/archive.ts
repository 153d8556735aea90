/** Whether the database hands its write-ahead log on, as far as it does so at all. */
import { getPool } from '#lib/server/db/client.ts';

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
