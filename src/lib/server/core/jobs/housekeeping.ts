import { type Job, minute } from './job.ts';
import { purgeRows } from './purge.ts';

/** Jobs that delete rows past their use. */
export const housekeepingJobs = [
  { name: 'purgeRows', every: 60 * minute, run: purgeRows },
] as const satisfies readonly Job[];
