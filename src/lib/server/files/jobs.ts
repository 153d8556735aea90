import { type Job, minute } from '../core/jobs/job.ts';
import { sweepFiles } from './sweep.ts';

/** Jobs for files. */
export const fileJobs = [
  { name: 'sweepFiles', every: 10 * minute, run: sweepFiles },
] as const satisfies readonly Job[];
