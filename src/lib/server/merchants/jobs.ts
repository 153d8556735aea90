import { type Job, minute } from '../core/jobs/job.ts';
import { finishClosings } from './close.ts';

/** Jobs of merchants. */
export const merchantJobs = [
  { name: 'closeMerchants', every: 5 * minute, run: finishClosings },
] as const satisfies readonly Job[];
