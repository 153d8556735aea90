import { type Job, minute, second } from '../core/jobs/job.ts';
import { remindPapers } from './remind.ts';
import { carryOutVerdicts } from './verdicts.ts';

/** Jobs with deadlines of companies. */
export const companyJobs = [
  { name: 'carryOutVerdicts', every: second, run: carryOutVerdicts },
  { name: 'remindPapers', every: 10 * minute, run: remindPapers },
] as const satisfies readonly Job[];
