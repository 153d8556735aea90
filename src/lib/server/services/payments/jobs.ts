import { type Job, second } from '../../jobs/job.ts';
import { askProviders } from './ask.ts';

/** What providers are asked again. */
export const providerJobs = [
  { name: 'askProviders', every: 10 * second, run: askProviders },
] as const satisfies readonly Job[];
