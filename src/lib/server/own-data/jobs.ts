import { type Job, minute, second } from '../core/jobs/job.ts';
import { closeCompanies } from './closing.ts';
import { makeExports, sweepExports } from './make.ts';

/** Jobs of companies' own data. */
export const ownDataJobs = [
  { name: 'makeExports', every: 10 * second, run: makeExports },
  { name: 'sweepExports', every: 10 * minute, run: sweepExports },
] as const satisfies readonly Job[];

/** Jobs for accounts that asked to be closed. */
export const closingJobs = [
  { name: 'closeCompanies', every: 5 * minute, run: closeCompanies },
] as const satisfies readonly Job[];
