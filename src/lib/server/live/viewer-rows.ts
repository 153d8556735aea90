/** Who is in a room, and their likes. */
import { and, eq, sql } from 'drizzle-orm';
import { beatMs, mostLikesAtOnce } from '#lib/rules/live/room.ts';
import type { Db, Tx } from '../db/client.ts';
import { liveRoom, liveViewer } from '../db/schema.ts';

export interface ViewerOf {
  roomId: number;
  /** The user's id, or `v:` and a visitor's number. */
  viewer: string;
  companyId: number | null;
}

/** A gap between two signs counts as presence up to this, ms: one of them may be lost. */
const longestGapMs = 2.5 * beatMs;

/** Notes that a viewer is there: time since the last sign counts where it is short. */
export async function putViewer(db: Db | Tx, of: ViewerOf, now: Date): Promise<void> {
  const gap = sql`extract(epoch from ${now}::timestamptz - ${liveViewer.lastAt})`;
  await db
    .insert(liveViewer)
    .values({ ...of, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [liveViewer.roomId, liveViewer.viewer],
      set: {
        lastAt: sql`greatest(${liveViewer.lastAt}, ${now}::timestamptz)`,
        seconds: sql`${liveViewer.seconds} + case when ${gap} between 0 and ${longestGapMs / 1_000}
          then round(${gap})::int else 0 end`,
      },
    });
}

/** Raises the most viewers at once of a room. */
export async function raisePeak(db: Db, roomId: number, viewers: number): Promise<void> {
  await db
    .update(liveRoom)
    .set({ peak: viewers })
    .where(and(eq(liveRoom.id, roomId), sql`${liveRoom.peak} < ${viewers}`));
}

/**
 * Brings a viewer's likes to `likes`, and the room's by as many; never down, and up by a handful a call. The same again
 * changes nothing. Answers both sums.
 */
export async function raiseLikes(
  tx: Tx,
  { roomId, viewer }: Pick<ViewerOf, 'roomId' | 'viewer'>,
  likes: number,
): Promise<{ likes: number; mine: number } | null> {
  const { rows } = await tx.execute<{ mine: number; more: number }>(sql`
    with held as (
      select likes from ${liveViewer} where room_id = ${roomId} and viewer = ${viewer} for update
    )
    update ${liveViewer} v set likes = greatest(held.likes, least(${likes}::int, held.likes + ${mostLikesAtOnce}))
    from held where v.room_id = ${roomId} and v.viewer = ${viewer}
    returning v.likes as mine, v.likes - held.likes as more`);
  const [row] = rows;
  if (row === undefined) return null;
  const [room] = await tx
    .update(liveRoom)
    .set({ likes: sql`${liveRoom.likes} + ${row.more}` })
    .where(eq(liveRoom.id, roomId))
    .returning({ likes: liveRoom.likes });
  return room === undefined ? null : { likes: room.likes, mine: row.mine };
}

/** A viewer's own likes in a room. */
export async function findLikes(db: Db, roomId: number, viewer: string): Promise<number> {
  const [row] = await db
    .select({ likes: liveViewer.likes })
    .from(liveViewer)
    .where(and(eq(liveViewer.roomId, roomId), eq(liveViewer.viewer, viewer)));
  return row?.likes ?? 0;
}
