import { type Job, second } from '../core/jobs/job.ts';
import { deliverDue } from '../ports/payments/counter.ts';
import { runRefunds } from './refunds.ts';

/** Jobs for refunds, and for the calls of the 模拟收银台. */
export const paymentJobs = [
  { name: 'runRefunds', every: 30 * second, run: runRefunds },
  { name: 'callFromSandbox', every: second, run: deliverDue, isDemo: true },
] as const satisfies readonly Job[];
