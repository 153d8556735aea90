import { type Job, minute, second } from '../core/jobs/job.ts';
import { closeQuietChats, returnChats, tellChats } from './due.ts';

/** Jobs of chat. */
export const chatJobs = [
  { name: 'returnChats', every: 10 * second, run: returnChats },
  { name: 'closeQuietChats', every: 10 * minute, run: closeQuietChats },
  { name: 'tellChats', every: minute, run: tellChats },
] as const satisfies readonly Job[];
