/**
 * Who publishes in which room. A publish is named by the moment at which it began: another one takes the room over, and
 * what the first one still sends finds no room. Every write asks for the key and for a room that may be on air.
 */
import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { NewSegment, Publish } from '#lib/rules/live/publish.ts';
import { keyLifeMs, statesFor } from '#lib/rules/live/room.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { liveRoom, liveSegment } from '../db/schema.ts';
import { insertLiveEvent } from './event-rows.ts';

/** A host may send a picture where a new key makes sense: before and during the time on air. */
const open = statesFor('rekey');

function hasKey({ roomId, keyHash }: Pick<Publish, 'roomId' | 'keyHash'>, now: Date): SQL | undefined {
  return and(
    eq(liveRoom.id, roomId),
    eq(liveRoom.keyHash, keyHash),
    sql`${liveRoom.keyMadeAt} > ${new Date(now.getTime() - keyLifeMs)}`,
    inArray(liveRoom.state, open),
  );
}

/** Begins a publish, and ends the one before it; null for a wrong or old key, and for a room that is not open. */
export async function beginPublish(
  db: Db,
  { roomId, keyHash, now }: { roomId: number; keyHash: string; now: Date },
): Promise<Publish | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(liveRoom)
      .set({
        publishedAt: sql`greatest(${now}::timestamptz, ${liveRoom.publishedAt} + interval '1 millisecond')`,
      })
      .where(hasKey({ roomId, keyHash }, now))
      .returning({ at: liveRoom.publishedAt });
    if (row?.at == null) return null;
    await insertLiveEvent(tx, { roomId, kind: 'picture', text: 'on', at: row.at });
    return { roomId, keyHash, at: row.at };
  });
}

/** Ends a publish that is still the room's; one that another has replaced changes nothing. */
export async function endPublish(
  db: Db,
  { roomId, at }: Pick<Publish, 'roomId' | 'at'>,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(liveRoom)
      .set({ droppedAt: sql`greatest(${now}::timestamptz, ${liveRoom.publishedAt})` })
      .where(
        and(
          eq(liveRoom.id, roomId),
          eq(liveRoom.publishedAt, at),
          sql`(${liveRoom.droppedAt} is null or ${liveRoom.droppedAt} < ${liveRoom.publishedAt})`,
        ),
      )
      .returning({ at: liveRoom.droppedAt });
    for (const { at: end } of rows)
      if (end !== null) await insertLiveEvent(tx, { roomId, kind: 'picture', text: 'off', at: end });
  });
}

/** Whether a publish is still the room's: nobody took over, the key is the same, the room is open. */
export async function isPublishing(db: Db, publish: Publish, now: Date): Promise<boolean> {
  return (await db.$count(liveRoom, and(hasKey(publish, now), eq(liveRoom.publishedAt, publish.at)))) > 0;
}

/**
 * Adds a finished segment behind the room's last one. It never begins before that one's end, so no moment is listed twice.
 * False where the publish is not the room's any more: then nothing is written.
 */
export async function insertSegment(
  db: Db,
  publish: Publish,
  segment: NewSegment,
  now: Date,
): Promise<boolean> {
  const { roomId } = publish;
  return db.transaction(async (tx) => {
    const [room] = await tx
      .select({ publishedAt: liveRoom.publishedAt, droppedAt: liveRoom.droppedAt })
      .from(liveRoom)
      .where(and(hasKey(publish, now), eq(liveRoom.publishedAt, publish.at)))
      .for('no key update');
    if (room === undefined) return false;
    // It was silent for so long that it was taken for lost: the picture is back.
    if (room.droppedAt !== null && room.publishedAt !== null && room.droppedAt >= room.publishedAt) {
      await tx.update(liveRoom).set({ droppedAt: null }).where(eq(liveRoom.id, roomId));
      await insertLiveEvent(tx, { roomId, kind: 'picture', text: 'on', at: segment.at });
    }
    const [last] = await tx
      .select({ seq: liveSegment.seq, run: liveSegment.run, at: liveSegment.at, ms: liveSegment.ms })
      .from(liveSegment)
      .where(eq(liveSegment.roomId, roomId))
      .orderBy(desc(liveSegment.seq))
      .limit(1);
    const { isFirst, at, ...facts } = segment;
    const least = last === undefined ? 0 : last.at.getTime() + last.ms;
    await tx.insert(liveSegment).values({
      ...facts,
      roomId,
      seq: (last?.seq ?? 0) + 1,
      run: (last?.run ?? 0) + (isFirst || last === undefined ? 1 : 0),
      at: new Date(Math.max(at.getTime(), least)),
    });
    return true;
  });
}

/** The last publish of a room that somebody with this key began, or anybody; null where nobody did. */
export async function findPublish(
  db: Db,
  { roomId, keyHash }: { roomId: number; keyHash?: string },
): Promise<Pick<Publish, 'roomId' | 'at'> | null> {
  const [row] = await db
    .select({ at: liveRoom.publishedAt })
    .from(liveRoom)
    .where(and(eq(liveRoom.id, roomId), keyHash === undefined ? undefined : eq(liveRoom.keyHash, keyHash)));
  return row?.at == null ? null : { roomId, at: row.at };
}

/** Rooms whose publish has no end, and no segment since `before`. The oldest first, at most `limit`. */
export async function listSilent(
  db: Db,
  { job, now, before, limit }: { job: string; now: Date; before: Date; limit: number },
): Promise<number[]> {
  const last = sql`(select max(${liveSegment.at}) from ${liveSegment} where ${liveSegment.roomId} = ${liveRoom.id})`;
  const rows = await db
    .select({ id: liveRoom.id })
    .from(liveRoom)
    .where(
      and(
        lt(liveRoom.publishedAt, before),
        sql`(${liveRoom.droppedAt} is null or ${liveRoom.droppedAt} < ${liveRoom.publishedAt})`,
        sql`coalesce(${last}, ${liveRoom.publishedAt}) < ${before}`,
        isReady(job, liveRoom.id, now),
      ),
    )
    .orderBy(asc(liveRoom.publishedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}
