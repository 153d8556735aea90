import { type Job, minute, second } from '../core/jobs/job.ts';
import { writeOffExpired } from './change.ts';
import { reservePaid } from './reserve.ts';

/** Jobs of lots: expiry, and reservations after payments. */
export const lotJobs = [
  { name: 'reservePaid', every: 15 * second, run: reservePaid },
  { name: 'writeOffExpired', every: 10 * minute, run: writeOffExpired },
] as const satisfies readonly Job[];
