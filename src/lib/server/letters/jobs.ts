import { type Job, second } from '../core/jobs/job.ts';
import { sendLetters } from './send.ts';

/** Jobs of letters. */
export const letterJobs = [
  { name: 'sendLetters', every: 5 * second, run: sendLetters },
] as const satisfies readonly Job[];
