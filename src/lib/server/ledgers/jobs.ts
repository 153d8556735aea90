import { type Job, minute } from '../core/jobs/job.ts';
import { foldAccounts } from './fold.ts';

/** Jobs of the books. */
export const ledgerJobs = [
  { name: 'foldAccounts', every: 5 * minute, run: foldAccounts },
] as const satisfies readonly Job[];
