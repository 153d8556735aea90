/** The identity number of a host is stored as long as the records of a room, and no longer (rules 22). */
import { recordMs } from '#lib/rules/live/room.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { clearHostId, listOldHosts } from './host-rows.ts';

/** Erases the number in rooms that ended three years ago; of rooms that never went on air the planned end counts. */
export function forgetHosts(db: Db, now: Date): Promise<RowsDone> {
  const job = 'forgetHosts';
  const before = new Date(now.getTime() - recordMs);
  return eachRow(db, {
    job,
    now,
    list: () => listOldHosts(db, before, { job, now, limit: 200 }),
    work: (id) => clearHostId(db, id, before),
  });
}
