/** Who wants a message when a room goes on air. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { statesFor } from '#lib/rules/live/room.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { liveReminder, liveRoom, merchant } from '../db/schema.ts';

export async function isReminded(db: Db, roomId: number, userId: string): Promise<boolean> {
  return (
    (await db.$count(liveReminder, and(eq(liveReminder.roomId, roomId), eq(liveReminder.userId, userId)))) > 0
  );
}

export async function putReminder(
  db: Db,
  reminder: { roomId: number; userId: string; companyId: number },
): Promise<void> {
  await db.insert(liveReminder).values(reminder).onConflictDoNothing();
}

/** One that was sent stays: the room is not announced a second time. */
export async function dropReminder(db: Db, roomId: number, userId: string): Promise<void> {
  await db
    .delete(liveReminder)
    .where(
      and(eq(liveReminder.roomId, roomId), eq(liveReminder.userId, userId), isNull(liveReminder.toldAt)),
    );
}

/** Rooms on air of which somebody wants to be told and was not. */
export async function listToTell(
  db: Db,
  { job, now, limit }: { job: string; now: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: liveRoom.id })
    .from(liveRoom)
    .where(
      and(
        inArray(liveRoom.state, statesFor('end')),
        sql`exists (select 1 from ${liveReminder} r where r.room_id = ${liveRoom.id} and r.told_at is null)`,
        isReady(job, liveRoom.id, now),
      ),
    )
    .orderBy(asc(liveRoom.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export interface Reminded {
  userId: string;
  companyId: number;
}

/** Marks some of the untold as told and answers them with their room; of two at once each gets other ones. */
export async function takeReminders(
  tx: Tx,
  roomId: number,
  now: Date,
  limit: number,
): Promise<{ title: string; merchant: string; told: Reminded[] } | null> {
  const [room] = await tx
    .select({ title: liveRoom.title, merchant: merchant.shortName })
    .from(liveRoom)
    .innerJoin(merchant, eq(merchant.id, liveRoom.merchantId))
    .where(and(eq(liveRoom.id, roomId), inArray(liveRoom.state, statesFor('end'))));
  if (room === undefined) return null;
  const { rows } = await tx.execute<{ user_id: string; company_id: number }>(sql`
    update ${liveReminder} set told_at = ${now} where (room_id, user_id) in (
      select room_id, user_id from ${liveReminder} where room_id = ${roomId} and told_at is null
      order by user_id limit ${limit} for update skip locked)
    returning user_id, company_id`);
  return { ...room, told: rows.map((row) => ({ userId: row.user_id, companyId: row.company_id })) };
}
