import { type Job, minute } from '../core/jobs/job.ts';
import { auditFlows } from './audit.ts';
import { proveFlows } from './prove.ts';

/** Jobs of 票账货款. */
export const flowJobs = [
  { name: 'proveFlows', every: 10 * minute, run: proveFlows },
  { name: 'auditFlows', every: 60 * minute, run: auditFlows },
] as const satisfies readonly Job[];
