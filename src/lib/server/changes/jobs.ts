import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { type Job, second } from '../core/jobs/job.ts';
import type { Db } from '../db/client.ts';
import { checkDraft } from './check.ts';
import { listWorkingSets } from './rows.ts';
import { runSet } from './run.ts';

/** Checks drafts and writes running sets. An interrupted set goes on behind its last slice. */
function runChanges(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'runChanges',
    now,
    list: () => listWorkingSets(db, now),
    work: async (id: number) => (await checkDraft(db, id)) + (await runSet(db, id)),
  });
}

/** Jobs of sets of changes. */
export const changeJobs = [
  { name: 'runChanges', every: 2 * second, run: runChanges },
] as const satisfies readonly Job[];
