/** Compares this process's clock with the database's. */
import { sql } from 'drizzle-orm';
import { clockSkewMs, maxSkewMs, recordDatabaseTime } from '../core/process/clock.ts';
import { env } from '../core/process/env.ts';
import { log } from '../core/process/log.ts';
import type { Db } from './client.ts';

/** SQL of the database's present moment in ms since 1970, also within a transaction. */
export const databaseMs = 'extract(epoch from clock_timestamp()) * 1000';

/** Reads the database's clock. Does nothing with CLOCK=own, by which a shop is tried at another time. */
export async function readDatabaseClock(db: Db): Promise<void> {
  if (env().CLOCK === 'own') return;
  const asked = Date.now();
  const { rows } = await db.execute<{ at: string }>(sql`select ${sql.raw(databaseMs)} as at`);
  const before = clockSkewMs();
  recordDatabaseTime(Number(rows[0]?.at), asked, Date.now());
  const isOff = (ms: number) => Math.abs(ms) > maxSkewMs;
  if (isOff(clockSkewMs()) && !isOff(before))
    log().error(
      { skew_ms: clockSkewMs() },
      'the clock of this machine differs from the clock of the database',
    );
}
