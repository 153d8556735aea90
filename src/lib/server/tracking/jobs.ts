import { type Job, minute } from '../core/jobs/job.ts';
import { followParcels } from './follow.ts';

/** Jobs that ask about parcels. */
export const trackingJobs = [
  { name: 'followParcels', every: minute, run: followParcels },
] as const satisfies readonly Job[];
