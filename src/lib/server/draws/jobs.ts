import { type Job, minute } from '../core/jobs/job.ts';
import { closeWheels } from './open.ts';

/** Jobs of lucky wheels. */
export const wheelJobs = [
  { name: 'closeWheels', every: minute, run: closeWheels },
] as const satisfies readonly Job[];
