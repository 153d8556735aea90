import { type Job, minute, second } from '../core/jobs/job.ts';
import { fileContracts, remindContracts } from './due.ts';
import { askSigning } from './remote.ts';

/** Jobs of contracts. */
export const contractJobs = [
  { name: 'remindContracts', every: 10 * minute, run: remindContracts },
  { name: 'askSigning', every: 30 * second, run: askSigning },
  { name: 'fileContracts', every: minute, run: fileContracts },
] as const satisfies readonly Job[];
