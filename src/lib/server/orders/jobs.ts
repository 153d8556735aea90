import { type Job, minute, second } from '../core/jobs/job.ts';
import { cancelOverdue, completeOverdue, creditPromises } from './due.ts';
import { remindUnpaid } from './order-messages.ts';
import { refusalDue } from './refusals-due.ts';

/** Jobs with deadlines of orders. */
export const orderJobs = [
  { name: 'cancelOverdue', every: 15 * second, run: cancelOverdue },
  { name: 'remindUnpaid', every: minute, run: remindUnpaid },
  { name: 'completeOverdue', every: minute, run: completeOverdue },
  { name: 'refusalDue', every: minute, run: refusalDue },
  { name: 'creditPromises', every: minute, run: creditPromises },
] as const satisfies readonly Job[];
