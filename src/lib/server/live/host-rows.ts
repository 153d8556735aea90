/** Identity numbers of hosts past their use. */
import { and, asc, eq, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { statesFor } from '#lib/rules/live/room.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { liveRoom } from '../db/schema.ts';

/** Rooms that are not on air, were over before a moment, and have a number still. */
function isOld(before: Date): SQL | undefined {
  return and(
    ne(liveRoom.sealedHostId, ''),
    notInArray(liveRoom.state, statesFor('end')),
    sql`coalesce(${liveRoom.endedAt}, ${liveRoom.endsAt}) < ${before}`,
  );
}

export async function listOldHosts(
  db: Db,
  before: Date,
  { job, now, limit }: { job: string; now: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: liveRoom.id })
    .from(liveRoom)
    .where(and(isOld(before), isReady(job, liveRoom.id, now)))
    .orderBy(asc(liveRoom.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Erases the number and its tail; answers in how many rooms. One that was planned anew meanwhile keeps them. */
export async function clearHostId(db: Db, id: number, before: Date): Promise<number> {
  const cleared = await db
    .update(liveRoom)
    .set({ sealedHostId: '', hostIdTail: '' })
    .where(and(eq(liveRoom.id, id), isOld(before)));
  return cleared.rowCount ?? 0;
}
