/** Keeps the demo's rooms alive: what happens on air goes on by the clock, and announced rooms stay ahead of it. */
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { RoomState } from '#lib/rules/live/room.ts';
import type { RowsDone } from '#lib/server/core/jobs/each-row.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import { isDemo } from '#lib/server/db/demo.ts';
import { coupon, liveDrop, liveEvent, liveGoods, liveQuestion, liveRoom } from '#lib/server/db/schema.ts';
import { momentFrom } from '../seed/dates.ts';
import * as known from '../seed/known.ts';
import { keepDemoRooms, nextTime } from './rooms.ts';
import { type Cast, onAirMs, roundMs, roundScript } from './script.ts';

/** Events are written this long before their time, ms, so that viewers have them when the picture comes to them. */
const aheadMs = 20_000;
/** Age at which events are deleted, ms: the round has been repeated many times by then. */
const keptMs = 2 * 3_600_000;
/** Time after a person's last act in a room in which the script does nothing there, ms. */
const personMs = 15 * 60_000;
/** Longest time on air of a demo room, ms. The room goes on air again after it. */
const longestMs = 3 * 3_600_000;

/** One look: the rooms that are missing, what is due on air, and new times. Safe to repeat and under two at once. */
export async function playDemoLive(db: Db, now: Date): Promise<RowsDone> {
  if (!(await isDemo(db))) return { done: 0, failed: 0 };
  await keepDemoRooms(db, now);
  const { now: open, rx, soon, tomorrow, waiting } = known.liveRooms;
  const rooms = await db
    .select()
    .from(liveRoom)
    .where(inArray(liveRoom.token, [open, rx, soon, tomorrow, waiting]))
    .orderBy(asc(liveRoom.id));
  let done = 0;
  for (const room of rooms) {
    if (room.state === 'live') done += await playRoom(db, room, now);
    else if (isAhead(room.state) && room.startsAt.getTime() - now.getTime() < 30 * 60_000) {
      const startsAt = nextTime(room.token, now);
      await db
        .update(liveRoom)
        .set({ startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) })
        .where(eq(liveRoom.id, room.id));
      done += 1;
    }
  }
  return { done, failed: 0 };
}

/** Rooms that are to begin: their time stays ahead. */
const isAhead = (state: RoomState) => state === 'ready' || state === 'waiting';

async function playRoom(db: Db, { id, startedAt }: typeof liveRoom.$inferSelect, now: Date): Promise<number> {
  const cast = await castOf(db, id);
  return db.transaction(async (tx) => {
    // One at a time: what is due is written once.
    await tx.execute(sql`select 1 from ${liveRoom} where id = ${id} for update`);
    if (startedAt === null || now.getTime() - startedAt.getTime() > longestMs) {
      const since = new Date(now.getTime() - onAirMs);
      await tx
        .update(liveRoom)
        .set({ startsAt: since, startedAt: since, endsAt: momentFrom(now, 0.25) })
        .where(eq(liveRoom.id, id));
      await tx
        .update(coupon)
        .set({ claimTo: momentFrom(now, 45), validTo: momentFrom(now, 45) })
        .where(sql`${coupon.id} in (select coupon_id from ${liveDrop} where room_id = ${id})`);
    }
    const { last, person } = await lastOf(tx, id, now);
    const isHeld = now.getTime() - person < personMs;
    if (isHeld) await withdrawAhead(tx, id, now);
    // Events that were left out while a person acted are not written later.
    const from = Math.max(last, now.getTime() - onAirMs, person + (isHeld ? 0 : personMs));
    const due = dueBetween(cast, from, now.getTime() + aheadMs).filter(
      ({ kind }) => !isHeld || kind === 'picture',
    );
    if (due.length > 0) await tx.insert(liveEvent).values(due.map((event) => ({ roomId: id, ...event })));
    await tx
      .delete(liveEvent)
      .where(sql`${liveEvent.roomId} = ${id} and ${liveEvent.at} < ${new Date(now.getTime() - keptMs)}`);
    return due.length;
  });
}

/** The last event of a room, and the last of a person there; ms since 1970, 0 for none. */
async function lastOf(tx: Tx, roomId: number, now: Date): Promise<{ last: number; person: number }> {
  const of = (at: SQL) => sql<number>`coalesce((extract(epoch from ${at}) * 1000)::float8, 0)`;
  const isPerson = sql`${liveEvent.staffId} is not null and ${liveEvent.kind} not in ('start', 'end')`;
  const [row] = await tx
    .select({
      last: of(sql`max(${liveEvent.at})`),
      person: of(sql`max(${liveEvent.at}) filter (where ${isPerson} and ${liveEvent.at} <= ${now})`),
    })
    .from(liveEvent)
    .where(eq(liveEvent.roomId, roomId));
  return row ?? { last: 0, person: 0 };
}

/** Takes back what the script has written ahead of the clock, from viewers who have it too. */
async function withdrawAhead(tx: Tx, roomId: number, now: Date): Promise<void> {
  await tx
    .update(liveEvent)
    .set({ hiddenAt: now, xid: sql`pg_current_xact_id()` })
    .where(
      sql`${liveEvent.roomId} = ${roomId} and ${liveEvent.staffId} is null and ${liveEvent.at} > ${now}
        and ${liveEvent.kind} <> 'picture' and ${liveEvent.hiddenAt} is null`,
    );
}

async function castOf(db: Db, roomId: number): Promise<Cast> {
  const [goods, drops, questions] = await Promise.all([
    db
      .select({ id: liveGoods.goodsId })
      .from(liveGoods)
      .where(eq(liveGoods.roomId, roomId))
      .orderBy(asc(liveGoods.position)),
    db.select({ id: liveDrop.couponId }).from(liveDrop).where(eq(liveDrop.roomId, roomId)),
    db
      .select({ id: liveQuestion.id })
      .from(liveQuestion)
      .where(
        sql`${liveQuestion.roomId} = ${roomId} and ${liveQuestion.clientId} like 'demo-question-%' and ${liveQuestion.state} = 'answered'`,
      )
      .orderBy(asc(liveQuestion.id)),
  ]);
  return {
    goods: goods.map(({ id }) => id),
    couponId: drops[0]?.id ?? null,
    questions: questions.map(({ id }) => id),
  };
}

/** Events of the rounds behind `from` and up to `to`, ms. */
function dueBetween(cast: Cast, from: number, to: number) {
  const due: (Omit<ReturnType<typeof roundScript>[number], 'after'> & { at: Date })[] = [];
  for (let nth = Math.floor(from / roundMs); nth * roundMs <= to; nth++)
    for (const { after, ...event } of roundScript(cast, nth)) {
      const at = nth * roundMs + after;
      if (at > from && at <= to) due.push({ ...event, at: new Date(at) });
    }
  return due;
}
