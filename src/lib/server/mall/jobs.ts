import { type Job, minute } from '../core/jobs/job.ts';
import { cancelUnaddressed, completePointsOrders } from './due.ts';
import { followPointsParcels } from './parcels.ts';

/** Jobs of the points mall. */
export const mallJobs = [
  { name: 'cancelUnaddressed', every: 10 * minute, run: cancelUnaddressed },
  { name: 'completePointsOrders', every: 10 * minute, run: completePointsOrders },
  { name: 'followPointsParcels', every: minute, run: followPointsParcels },
] as const satisfies readonly Job[];
