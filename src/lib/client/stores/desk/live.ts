/** Live rooms at the desks. All reject as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type { DeskRoom, RoomGoods, SaveRoomInput } from '#lib/contract/live/desk-schema.ts';
import { deskCall } from './session.ts';

export function loadRoom(id: number): Promise<DeskRoom> {
  return deskCall(api.deskLiveRoom, { id });
}

/** Makes a draft, or changes a room; the same token makes one. */
export function saveRoom(input: SaveRoomInput): Promise<DeskRoom> {
  return deskCall(api.saveLiveRoom, input);
}

/** Own goods that can be shown. */
export async function findRoomGoods(find: string): Promise<RoomGoods[]> {
  return (await deskCall(api.liveGoods, { find })).list;
}

type Seen = Pick<DeskRoom, 'id' | 'revision'>;

export function handInRoom({ id, revision }: Seen): Promise<DeskRoom> {
  return deskCall(api.handInLiveRoom, { id, revision });
}

export function withdrawRoom(id: number): Promise<DeskRoom> {
  return deskCall(api.withdrawLiveRoom, { id });
}

export function cancelRoom(id: number, reason: string): Promise<DeskRoom> {
  return deskCall(api.cancelLiveRoom, { id, reason });
}

export function passRoom({ id, revision }: Seen): Promise<DeskRoom> {
  return deskCall(api.passLiveRoom, { id, revision });
}

export function refuseRoom({ id, revision }: Seen, reason: string): Promise<DeskRoom> {
  return deskCall(api.refuseLiveRoom, { id, revision, reason });
}

export function stopRoom(id: number, reason: string): Promise<DeskRoom> {
  return deskCall(api.stopLiveRoom, { id, reason });
}
