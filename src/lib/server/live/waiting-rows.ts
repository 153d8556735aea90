/** Work of live streaming that waits at a desk: for the platform the rooms to examine, for a merchant its day and its viewers. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { statesFor } from '#lib/rules/live/room.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import { liveQuestion, liveRoom } from '../db/schema.ts';

const day = 86_400_000;

/** Rooms that the platform has to examine. Over `live_room`. */
export const isRoomToReview: SQL = inArray(liveRoom.state, statesFor('pass'));

/** Rooms on air, and rooms of today that are to go on air. Over `live_room`. */
export function isRoomOfToday(within: number | null, now: Date): SQL | undefined {
  const first = startOfDay(now.getTime());
  const today = sql`${liveRoom.startsAt} >= ${new Date(first)} and ${liveRoom.startsAt} < ${new Date(first + day)}`;
  return and(
    sql`(${inArray(liveRoom.state, statesFor('end'))} or (${inArray(liveRoom.state, statesFor('start'))} and ${today}))`,
    within === null ? undefined : eq(liveRoom.merchantId, within),
  );
}

/** Questions without an answer, of rooms that are on air. Over `live_question`. */
export function isQuestionWaiting(within: number | null): SQL {
  const own = within === null ? sql`true` : sql`r.merchant_id = ${within}`;
  return sql`(${liveQuestion.state} = 'waiting' and exists (
    select 1 from live_room r where r.id = ${liveQuestion.roomId} and ${inArray(sql`r.state`, statesFor('end'))} and ${own}))`;
}
