/** 开播提醒 (rules 22): who asked for it gets one message when the room goes on air. */
import { AppError } from '#lib/contract/errors.ts';
import type { RemindLiveValues } from '#lib/contract/live/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { roomFace } from '#lib/rules/live/room.ts';
import type { Context } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { sendMessages } from '../messages/rows.ts';
import { dropReminder, listToTell, putReminder, takeReminders } from './reminder-rows.ts';
import { factsOfRoom, watchRoom } from './watch.ts';

/** `POST /api/live/{id}/remind`: on or off. Throws 404, and 409 for a room that has begun. */
export async function remind(
  context: Context<'buyer'>,
  { id, is_on }: RemindLiveValues,
): Promise<{ is_on: 0 | 1 }> {
  const { db, actor } = context;
  const { userId, companyId } = actor.account;
  const { room } = await watchRoom(context, id);
  if (is_on === 0) await dropReminder(db, id, userId);
  else if (roomFace(factsOfRoom(room)) !== 'soon') throw new AppError(409, '直播已经开始或结束，不用再提醒');
  else await putReminder(db, { roomId: id, userId, companyId });
  return { is_on };
}

const handful = 20;
/** Messages in one transaction. */
const atOnce = 200;

/** Tells people of rooms that have gone on air. */
export function tellLive(db: Db, now: Date): Promise<RowsDone> {
  const job = 'tellLive';
  return eachRow(db, {
    job,
    now,
    list: () => listToTell(db, { job, now, limit: handful }),
    work: async (id) => {
      let sent = 0;
      for (;;) {
        const told = await tellSome(db, id, now);
        sent += told;
        if (told < atOnce) return sent;
      }
    },
  });
}

function tellSome(db: Db, id: number, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const room = await takeReminders(tx, id, now, atOnce);
    if (room === null || room.told.length === 0) return 0;
    await sendMessages(
      tx,
      ...room.told.map(({ userId, companyId }) => ({
        companyId,
        userId,
        kind: 'live' as const,
        title: `${room.merchant}开播了`,
        body: room.title,
        link: path('/live/[id]', { id }),
        ref: `live:${id}:${userId}`,
      })),
    );
    return room.told.length;
  }, announcing);
}
