import type { Db } from '../../db/client.ts';
import { eachRow, type RowsDone } from './each-row.ts';
import { type Job, minute } from './job.ts';
import { listReady } from './job-rows.ts';
import { isPurgeable, type Purgeable, purgeables, purgeSome } from './purge-rows.ts';

/** Deletes unneeded rows, which would grow without end. */
const job = 'purgeRows';

/** Rows a statement, so that none locks a table for long. */
const atOnce = 2_000;

/** Deletes what is past its use, table by table; a failure at one table does not stop the others. */
async function purgeRows(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job,
    now,
    list: async () => (await listReady(db, job, purgeables, now)).filter(isPurgeable),
    work: (table) => purge(db, table, now),
  });
}

async function purge(db: Db, table: Purgeable, now: Date): Promise<number> {
  for (let sum = 0; ; ) {
    const gone = await purgeSome(db, table, now, atOnce);
    sum += gone;
    if (gone < atOnce) return sum;
  }
}

/** Jobs that delete rows past their use. */
export const housekeepingJobs = [
  { name: 'purgeRows', every: 60 * minute, run: purgeRows },
] as const satisfies readonly Job[];
