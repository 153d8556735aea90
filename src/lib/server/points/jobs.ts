import { type Job, minute } from '../core/jobs/job.ts';
import { lapsePoints, remindPoints } from './points.ts';
import { countPaperTasks } from './tasks.ts';

/** Jobs with points that end. */
export const pointsJobs = [
  { name: 'lapsePoints', every: 10 * minute, run: lapsePoints },
  { name: 'countPaperTasks', every: 10 * minute, run: countPaperTasks },
  { name: 'remindPoints', every: 10 * minute, run: remindPoints },
] as const satisfies readonly Job[];
