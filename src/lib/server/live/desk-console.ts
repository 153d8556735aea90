/** Plain acts of the host's console: pins, notices, chapters, and closing questions (rules 22). */
import { AppError } from '#lib/contract/errors.ts';
import type {
  ChapterValues,
  LiveConsole,
  MuteValues,
  NoticeValues,
  PinValues,
} from '#lib/contract/live/console-schema.ts';
import { isOnAir, itemFault } from '#lib/rules/live/desk.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { getConsole, momentAt } from './desk-console-read.ts';
import { type LiveRoomRow, listRoomGoods, lockRoom, updateRoom } from './desk-rows.ts';
import { insertLiveEvent } from './event-rows.ts';
import { catchUpWithin } from './kept-timeline.ts';

type Host = Context<'merchant'>;
type Desk = Context<'staff'>;

/** What stands beside the picture for an act in its transaction, and the moment of its event. */
async function momentNow(tx: Tx, { db, now }: Pick<Desk, 'db' | 'now'>, roomId: number) {
  return momentAt(await catchUpWithin(tx, db, roomId), now);
}

/** A room of the reader on air, locked: acts on it come one after the other. Throws 404, 409 for one that is not on air. */
export async function lockOnAir(tx: Tx, { actor }: Pick<Desk, 'actor'>, id: number): Promise<LiveRoomRow> {
  const room = await lockRoom(tx, id, actor.merchantId);
  if (room === null) throw new AppError(404, '没有这个直播间');
  if (!isOnAir(room.state)) throw new AppError(409, '直播还没有开始，或已经结束');
  return room;
}

/** `POST …/pin`: an item beside the picture, in front of the others. In front already, it changes nothing. */
export async function pinGoods(context: Host, input: PinValues): Promise<LiveConsole> {
  const { db } = context;
  const { id, goods_id: goodsId } = input;
  await db.transaction(async (tx) => {
    await lockOnAir(tx, context, id);
    const one = (await listRoomGoods(tx, id)).find((row) => row.id === goodsId);
    if (one === undefined) throw new AppError(404, '这个商品不在本场直播里');
    const fault = itemFault(one);
    if (fault !== null) throw new AppError(409, `“${one.name}”${fault}`);
    const { pinned, next } = await momentNow(tx, context, id);
    if (pinned[0] === goodsId) return;
    await insertLiveEvent(tx, { roomId: id, kind: 'pin', at: next, goodsId, staffId: staffOf(context) });
  });
  return getConsole(context, { id });
}

/** `POST …/unpin`. Not pinned, it changes nothing. */
export async function unpinGoods(context: Host, input: PinValues): Promise<LiveConsole> {
  const { db } = context;
  const { id, goods_id: goodsId } = input;
  await db.transaction(async (tx) => {
    await lockOnAir(tx, context, id);
    const { pinned, next } = await momentNow(tx, context, id);
    if (!pinned.includes(goodsId)) return;
    await insertLiveEvent(tx, { roomId: id, kind: 'unpin', at: next, goodsId, staffId: staffOf(context) });
  });
  return getConsole(context, { id });
}

/** `POST …/notice`: a line above the picture; an empty one takes it away. The same again changes nothing. */
export async function noticeRoom(context: Host, { id, text }: NoticeValues): Promise<LiveConsole> {
  const { db } = context;
  await db.transaction(async (tx) => {
    await lockOnAir(tx, context, id);
    const { notice, next } = await momentNow(tx, context, id);
    if ((notice ?? '') === text) return;
    await insertLiveEvent(tx, { roomId: id, kind: 'notice', at: next, text, staffId: staffOf(context) });
  });
  return getConsole(context, { id });
}

/** `POST …/chapter`: a part of the replay begins. The same title again changes nothing. */
export async function markChapter(context: Host, { id, title }: ChapterValues): Promise<LiveConsole> {
  const { db } = context;
  await db.transaction(async (tx) => {
    await lockOnAir(tx, context, id);
    const { chapter, next } = await momentNow(tx, context, id);
    if (chapter === title) return;
    await insertLiveEvent(tx, {
      roomId: id,
      kind: 'chapter',
      at: next,
      text: title,
      staffId: staffOf(context),
    });
  });
  return getConsole(context, { id });
}

/** `POST …/mute`: viewers may not ask, or may again. As it is already, it changes nothing. */
export async function muteRoom(context: Desk, { id, is_muted }: MuteValues): Promise<LiveConsole> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const room = await lockOnAir(tx, context, id);
    const isMuted = is_muted === 1;
    if (room.isMuted === isMuted) return;
    await updateRoom(tx, id, { isMuted });
    await insertLiveEvent(tx, {
      roomId: id,
      kind: 'mute',
      at: now,
      text: isMuted ? 'on' : 'off',
      staffId: staffOf(context),
    });
    await writeAudit(tx, recordOf(context), {
      act: 'live.mute',
      subject: 'live_room',
      key: id,
      before: { isMuted: room.isMuted },
      after: { isMuted },
      merchantId: room.merchantId,
      at: now,
    });
  });
  return getConsole(context, { id });
}

/** The person at the desk; null for a command. */
export function staffOf({ actor }: Pick<Desk, 'actor'>): number | null {
  return actor.staffId ?? null;
}
