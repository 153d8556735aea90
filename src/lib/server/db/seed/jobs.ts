import { type Job, minute } from '../../jobs/job.ts';
import type { RowsDone } from '../../jobs/rows.ts';
import type { Db } from '../client.ts';
import { refreshDemoDates } from './refresh.ts';

/** The dates of the demo, ahead of the calendar. */
export const demoJobs = [
  { name: 'refreshDemo', every: 60 * minute, run: refreshDemo, isDemo: true },
] as const satisfies readonly Job[];

/** They move in one statement a table: they work or fail together. */
async function refreshDemo(db: Db, now: Date): Promise<RowsDone> {
  await refreshDemoDates(db, now);
  return { done: 1, failed: 0 };
}
