/** What every act on a live room begins with and ends with: a locked room in the right state, and its entry in the audit log. */
import { AppError } from '#lib/contract/errors.ts';
import { type RoomVerb, roomCan, roomText } from '#lib/rules/live/room.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { type LiveRoomRow, type LiveRoomValues, lockRoom, updateRoom } from './desk-rows.ts';

const changedMeanwhile = '这个直播间刚被修改过，请核对后再操作';

/** A room of the reader, locked, on which an act is possible. Throws 404, and 409 in another state. */
export async function lockFor(
  tx: Tx,
  { actor }: Pick<Context<'staff'>, 'actor'>,
  id: number,
  verb: RoomVerb,
): Promise<LiveRoomRow> {
  const room = await lockRoom(tx, id, actor.merchantId);
  if (room === null) throw new AppError(404, '没有这个直播间');
  if (!roomCan(room.state, verb))
    throw new AppError(409, `直播间的状态是“${roomText(room.state)}”，不能这样操作`);
  return room;
}

/** Refuses an act on a room that was changed after it was seen: 409. */
export function needSeen(room: Pick<LiveRoomRow, 'revision'>, revision: number): void {
  if (room.revision !== revision) throw new AppError(409, changedMeanwhile);
}

/** Changes the state of a locked room, with an entry of the audit log. */
export async function moveRoom(
  tx: Tx,
  context: Context<'staff'>,
  room: LiveRoomRow,
  act: Parameters<typeof writeAudit>[2]['act'],
  values: LiveRoomValues & { state: LiveRoomRow['state'] },
): Promise<void> {
  await updateRoom(tx, room.id, values);
  await writeAudit(tx, recordOf(context), {
    act,
    subject: 'live_room',
    key: room.id,
    before: { state: room.state },
    after: { state: values.state, ...(values.reason ? { reason: values.reason } : {}) },
    merchantId: room.merchantId,
    at: context.now,
  });
}
