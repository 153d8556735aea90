import { type Job, minute } from '../core/jobs/job.ts';
import { sendTexts } from './texts.ts';

/** Jobs that send messages on. */
export const messageJobs = [
  { name: 'sendTexts', every: minute, run: sendTexts },
] as const satisfies readonly Job[];
