import { eachRow, type RowsDone } from '../../core/jobs/each-row.ts';
import { type Job, second } from '../../core/jobs/job.ts';
import type { Db } from '../../db/client.ts';
import type { ServedList } from './acting.ts';
import { listWorkingRuns } from './bulk-rows.ts';
import { doRun } from './bulk-run.ts';

/** Jobs of acts on many rows, by the register of the lists. An interrupted one goes on at the row that it was at. */
export function bulkJobs(lists: readonly ServedList[]) {
  function runBulk(db: Db, now: Date): Promise<RowsDone> {
    return eachRow(db, {
      job: 'runBulk',
      now,
      list: () => listWorkingRuns(db, now),
      work: (id: number) => doRun(db, lists, id),
      atOnce: 2,
    });
  }
  return [{ name: 'runBulk', every: 2 * second, run: runBulk }] as const satisfies readonly Job[];
}
