/** The picture of a room for its desks. */
import { roomCan } from '#lib/rules/live/room.ts';
import type { Db, Tx } from '../db/client.ts';
import { playlistAddress } from '../ports/live/port.ts';
import { livePort, pictureOrigin, recordingPort } from '../ports/live/providers.ts';
import { listSegments } from '../ports/live/segment-rows.ts';
import type { LiveRoomRow } from './desk-rows.ts';

/** Why a room that is over has no recording; empty where it has one, and before its end. */
export async function recordingFault(db: Db | Tx, room: LiveRoomRow): Promise<string> {
  if (!roomCan(room.state, 'cut') || room.startedAt === null || room.endedAt === null) return '';
  const span = { from: room.startedAt.getTime(), to: room.endedAt.getTime(), limit: 1 };
  if (recordingPort(room).isByClock || (await listSegments(db, room.id, span)).length > 0) return '';
  return livePort(room).key === 'remote'
    ? '画面由外部直播服务播出，本商城没有录像，不能展示回放'
    : '这场直播没有收到画面，没有录像可以展示';
}

/**
 * The address of the picture at the desk: before the room is on air too, and all of it afterwards; empty for none. `fault`
 * is that of its recording.
 */
export function deskPlayback(room: LiveRoomRow, fault: string): string {
  const isOpen = roomCan(room.state, 'start') || roomCan(room.state, 'end') || roomCan(room.state, 'cut');
  return isOpen && fault === '' ? `${playlistAddress(room.id)}?desk=1` : '';
}

/**
 * What the content policy of a page with the picture allows besides: the player hands it to the video as a blob, and
 * its captions begin with an empty track.
 */
export function pictureDirectives(): (`media-src ${string}` | `connect-src ${string}`)[] {
  const origin = pictureOrigin();
  if (origin === null) return ["media-src 'self' blob: data:"];
  return [`media-src 'self' blob: data: ${origin}`, `connect-src 'self' ${origin}`];
}
