/** Segments of a room as playlists list them. */
import { and, asc, desc, eq, gt, gte, lte, sql } from 'drizzle-orm';
import type { Segment } from '#lib/rules/live/playlist.ts';
import type { Db, Tx } from '../../db/client.ts';
import { liveSegment } from '../../db/schema.ts';

const columns = {
  seq: liveSegment.seq,
  at: liveSegment.at,
  ms: liveSegment.ms,
  run: liveSegment.run,
  name: liveSegment.name,
};

/**
 * The segments of a room that end after `from` and begin by `to`, in order: all of them, or the last `limit`. Times in ms
 * since 1970.
 */
export async function listSegments(
  db: Db | Tx,
  roomId: number,
  { from, to, limit }: { from: number; to: number; limit?: number | undefined },
): Promise<Segment[]> {
  const within = and(
    eq(liveSegment.roomId, roomId),
    lte(liveSegment.at, new Date(to)),
    // The index finds the first one; a segment is never longer than a minute.
    gte(liveSegment.at, new Date(from - 60_000)),
    gt(sql`${liveSegment.at} + ${liveSegment.ms} * interval '1 millisecond'`, new Date(from)),
  );
  const listed = db.select(columns).from(liveSegment).where(within);
  const rows =
    limit === undefined
      ? await listed.orderBy(asc(liveSegment.seq))
      : (await listed.orderBy(desc(liveSegment.seq)).limit(limit)).toReversed();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
}
