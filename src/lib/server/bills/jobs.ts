import { type Job, minute } from '../core/jobs/job.ts';
import { reconcileBills } from './reconcile.ts';

/** Jobs that read payment providers' bills of the days before. */
export const billJobs = [
  { name: 'reconcileBills', every: 10 * minute, run: reconcileBills },
] as const satisfies readonly Job[];
