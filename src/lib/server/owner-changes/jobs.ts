import { type Job, minute } from '../core/jobs/job.ts';
import { moveOwnerPhones } from './move.ts';

/** Jobs of owners' telephone changes. */
export const ownerChangeJobs = [
  { name: 'moveOwnerPhones', every: minute, run: moveOwnerPhones },
] as const satisfies readonly Job[];
