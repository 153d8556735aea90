import { type Job, minute } from '../core/jobs/job.ts';
import { remindTemplates } from './due.ts';

/** Jobs of purchase templates. */
export const templateJobs = [
  { name: 'remindTemplates', every: 10 * minute, run: remindTemplates },
] as const satisfies readonly Job[];
