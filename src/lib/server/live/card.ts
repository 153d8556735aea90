/** A room as a viewer sees it in lists and on its page. Pure. */
import type { LiveCard } from '#lib/contract/live/schema.ts';
import { roomFace, roomFaceTexts, roomView, type Viewer } from '#lib/rules/live/room.ts';
import type { RoomRow } from './room-rows.ts';
import { factsOfRoom } from './watch.ts';

interface CardFacts {
  room: RoomRow;
  viewers: number;
  isReminded: boolean;
  /** A public picture of its first goods; empty for none. */
  cover: string;
}

/** How who may not watch is admitted. */
function joinText(room: RoomRow, viewer: Viewer): string {
  if (roomView(room, viewer) !== 'join') return '';
  return viewer === 'visitor'
    ? '本场展示处方药，请登录已通过资质审核的企业账号'
    : '本场展示处方药，企业资质审核通过后可进入';
}

export function cardOf({ room, viewers, isReminded, cover }: CardFacts, viewer: Viewer): LiveCard {
  const facts = factsOfRoom(room);
  const face = roomFace(facts);
  const join = joinText(room, viewer);
  const { replayFrom, replayTo } = facts;
  return {
    id: room.id,
    title: room.title,
    summary: room.summary,
    face,
    face_text: roomFaceTexts[face],
    cover: join === '' ? cover : '',
    host: room.hostName,
    merchant: { id: room.merchant.id, name: room.merchant.name, full_name: room.merchant.fullName },
    is_rx: room.isRx ? 1 : 0,
    join,
    starts_at: room.startsAt.getTime(),
    started_at: room.startedAt?.getTime() ?? null,
    replay_ms: face === 'replay' && replayFrom !== null && replayTo !== null ? replayTo - replayFrom : 0,
    viewers: face === 'now' ? viewers : 0,
    likes: room.likes,
    is_reminded: isReminded ? 1 : 0,
  };
}
