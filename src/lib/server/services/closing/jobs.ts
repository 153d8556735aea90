import { type Job, minute } from '../../jobs/job.ts';
import { closeCompanies } from './closing.ts';

/** Accounts that asked to be closed. */
export const closingJobs = [
  { name: 'closeCompanies', every: 5 * minute, run: closeCompanies },
] as const satisfies readonly Job[];
