import { type Job, minute } from '../core/jobs/job.ts';
import { closeCompanies } from './closing.ts';

/** Jobs for accounts that asked to be closed. */
export const closingJobs = [
  { name: 'closeCompanies', every: 5 * minute, run: closeCompanies },
] as const satisfies readonly Job[];
