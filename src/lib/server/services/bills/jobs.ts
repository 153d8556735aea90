import { type Job, minute } from '../../jobs/job.ts';
import { reconcileBills } from './reconcile.ts';

/** What payment houses say of the days before. */
export const billJobs = [
  { name: 'reconcileBills', every: 10 * minute, run: reconcileBills },
] as const satisfies readonly Job[];
