import { type Job, minute } from '../../jobs/job.ts';
import { moveOwnerPhones } from './move.ts';

/** Telephones of owners that change by papers. */
export const ownerChangeJobs = [
  { name: 'moveOwnerPhones', every: minute, run: moveOwnerPhones },
] as const satisfies readonly Job[];
