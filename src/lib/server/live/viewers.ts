/** Viewers of a room and their likes, for what is shown and for the figures (rules 22). */
import { AppError } from '#lib/contract/errors.ts';
import type { BeatLiveValues, LikeLiveValues } from '#lib/contract/live/calls.ts';
import { roomFace } from '#lib/rules/live/room.ts';
import type { CallContext, Context } from '../core/context.ts';
import { takeLikes, takeVisitorSign } from './pace.ts';
import { getRoomNews } from './room-news.ts';
import { putViewer, raiseLikes, raisePeak } from './viewer-rows.ts';
import { factsOfRoom, noRoom, watchOnly } from './watch.ts';

/** `POST /api/live/{id}/beat`: the caller is in the room. Counts while it is on air, elsewhere it writes nothing. */
export async function beat(
  context: CallContext<'all'>,
  { id, visitor }: BeatLiveValues,
): Promise<{ viewers: number }> {
  const { db, now, actor, clientAddress } = context;
  const room = await watchOnly(context, id);
  if (roomFace(factsOfRoom(room)) !== 'now') return { viewers: 0 };
  const { account } = actor;
  if (account !== null) {
    await putViewer(db, { roomId: id, viewer: account.userId, companyId: account.companyId }, now);
  } else if (await takeVisitorSign(clientAddress)) {
    await putViewer(db, { roomId: id, viewer: `v:${visitor}`, companyId: null }, now);
  }
  const news = await getRoomNews(db, id);
  const viewers = Math.max(1, news?.viewers ?? 0);
  await raisePeak(db, id, viewers);
  return { viewers };
}

/** `POST /api/live/{id}/like`: the caller's likes so far. Throws 409 while the room is not on air, 429 above the pace. */
export async function like(
  context: Context<'buyer'>,
  { id, likes }: LikeLiveValues,
): Promise<{ likes: number; mine: number }> {
  const { db, now, actor } = context;
  const room = await watchOnly(context, id);
  if (roomFace(factsOfRoom(room)) !== 'now') throw new AppError(409, '直播中可以点赞');
  const { userId, companyId } = actor.account;
  await takeLikes(userId);
  const of = { roomId: id, viewer: userId, companyId };
  const sums = await db.transaction(async (tx) => {
    await putViewer(tx, of, now);
    return raiseLikes(tx, of, likes);
  });
  if (sums === null) throw noRoom();
  return sums;
}
