import { type Job, second } from '../core/jobs/job.ts';
import { settleGroupBuys } from './settle.ts';

/** Jobs for group-buys whose time is over. */
export const activityJobs = [
  { name: 'settleGroupBuys', every: 30 * second, run: settleGroupBuys },
] as const satisfies readonly Job[];
