import { type Job, second } from '../core/jobs/job.ts';
import { askProviders } from './ask.ts';

/** Jobs that ask providers again. */
export const providerJobs = [
  { name: 'askProviders', every: 10 * second, run: askProviders },
] as const satisfies readonly Job[];
