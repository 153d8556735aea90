import { type Job, minute } from '../core/jobs/job.ts';
import { foldSales } from './fold.ts';

/** Jobs of 经营数据. */
export const figureJobs = [
  { name: 'foldSales', every: 60 * minute, run: foldSales },
] as const satisfies readonly Job[];
