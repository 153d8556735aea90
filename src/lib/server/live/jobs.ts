import { type Job, minute, second } from '../core/jobs/job.ts';
import { endOverdueRooms } from './desk-air.ts';
import { forgetHosts } from './hosts.ts';
import { endSilentPublishes } from './publishes.ts';
import { tellLive } from './reminders.ts';

/** Jobs of live streaming. */
export const liveJobs = [
  { name: 'endSilentPublishes', every: 15 * second, run: endSilentPublishes },
  { name: 'tellLive', every: 10 * second, run: tellLive },
  { name: 'endOverdueRooms', every: minute, run: endOverdueRooms },
  { name: 'forgetHosts', every: 60 * minute, run: forgetHosts },
] as const satisfies readonly Job[];
