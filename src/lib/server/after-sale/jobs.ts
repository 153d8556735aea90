import { type Job, minute } from '../core/jobs/job.ts';
import { afterSaleDue, afterSaleRefunded } from './due.ts';

/** Jobs with deadlines of after-sale. */
export const afterSaleJobs = [
  { name: 'afterSaleDue', every: minute, run: afterSaleDue },
  { name: 'afterSaleRefunded', every: minute, run: afterSaleRefunded },
] as const satisfies readonly Job[];
