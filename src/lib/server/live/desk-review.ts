/** The platform's review of live rooms before they go on air, and its stop at any time (rules 22). */
import { AppError } from '#lib/contract/errors.ts';
import type {
  DeskRoom,
  ReasonedRoomValues,
  RefuseRoomValues,
  SeenRoomValues,
} from '#lib/contract/live/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { roomCan } from '#lib/rules/live/room.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { endDrops } from './desk-console-rows.ts';
import { lockFor, moveRoom, needSeen } from './desk-moves.ts';
import { getDeskRoom, roomFaults } from './desk-read.ts';
import { type LiveRoomRow, lockRoom } from './desk-rows.ts';
import { insertLiveEvent } from './event-rows.ts';

type Platform = Context<'platform'>;

/** Tells the merchant what became of its room; `turn` tells one time from the next. */
export async function tell(
  tx: Tx,
  { id, merchantId, revision }: LiveRoomRow,
  { title, body }: { title: string; body: string },
  createdAt: Date,
): Promise<void> {
  await notifyMerchant(tx, {
    merchantId,
    kind: 'live',
    title,
    body,
    link: path('/desk/live/[id]', { id }),
    ref: `live:${id}:${revision}`,
    createdAt,
  });
}

/** `POST …/pass`: the room may go on air, as it was seen. Passed already, it changes nothing. Throws 404, 409. */
export async function passRoom(context: Platform, { id, revision }: SeenRoomValues): Promise<DeskRoom> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, null);
    if (known !== null && roomCan(known.state, 'start')) return;
    const room = await lockFor(tx, context, id, 'pass');
    needSeen(room, revision);
    const [fault] = await roomFaults(tx, room, now);
    if (fault !== undefined) throw new AppError(409, fault);
    await moveRoom(tx, context, room, 'live.pass', {
      state: 'ready',
      reviewedBy: actor.staffId ?? null,
      reviewedAt: now,
    });
    await tell(tx, room, { title: '直播已通过审核', body: `“${room.title}”可以按时开播。` }, now);
  });
  return getDeskRoom(context, { id });
}

/** `POST …/refuse`: with a reason that the merchant reads. Throws 404, 409. */
export async function refuseRoom(
  context: Platform,
  { id, revision, reason }: RefuseRoomValues,
): Promise<DeskRoom> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, null);
    if (known?.state === 'refused' && known.reason === reason) return;
    const room = await lockFor(tx, context, id, 'refuse');
    needSeen(room, revision);
    await moveRoom(tx, context, room, 'live.refuse', {
      state: 'refused',
      reason,
      reviewedBy: actor.staffId ?? null,
      reviewedAt: now,
    });
    await tell(tx, room, { title: '直播未通过审核', body: `“${room.title}”：${reason}` }, now);
  });
  return getDeskRoom(context, { id });
}

/**
 * `POST …/stop`: takes a room off air, and out of the list and the replays. Its stream key is void, so that the publisher
 * is refused. Stopped already, it changes nothing. Throws 404, 409.
 */
export async function stopRoom(context: Platform, { id, reason }: ReasonedRoomValues): Promise<DeskRoom> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await lockRoom(tx, id, null);
    if (known?.state === 'stopped') return;
    const room = await lockFor(tx, context, id, 'stop');
    const isOnAir = roomCan(room.state, 'end');
    await moveRoom(tx, context, room, 'live.stop', {
      state: 'stopped',
      reason: `平台中止：${reason}`,
      keyHash: null,
      isReplay: false,
      ...(isOnAir && { endedAt: now }),
    });
    await endDrops(tx, id, now);
    if (isOnAir)
      await insertLiveEvent(tx, { roomId: id, kind: 'end', at: now, staffId: actor.staffId ?? null });
    await tell(tx, room, { title: '直播已被平台中止', body: `“${room.title}”：${reason}` }, now);
  });
  return getDeskRoom(context, { id });
}
