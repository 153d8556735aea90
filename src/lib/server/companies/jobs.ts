import { type Job, minute } from '../core/jobs/job.ts';
import { remindPapers } from './remind.ts';

/** Jobs with deadlines of companies. */
export const companyJobs = [
  { name: 'remindPapers', every: 10 * minute, run: remindPapers },
] as const satisfies readonly Job[];
