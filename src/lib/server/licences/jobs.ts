import { type Job, minute } from '../core/jobs/job.ts';
import { remindLicences } from './remind.ts';

/** Jobs with deadlines of merchants' licences. */
export const licenceJobs = [
  { name: 'remindLicences', every: 10 * minute, run: remindLicences },
] as const satisfies readonly Job[];
