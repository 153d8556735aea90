/** A room on its page: what it is, whether the caller may watch and ask, its replay with chapters. */
import type { LiveRoomWire } from '#lib/contract/live/schema.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { askRefusal, roomFace } from '#lib/rules/live/room.ts';
import { chaptersOf } from '#lib/rules/live/timeline.ts';
import { listGoodsFacts } from '../cache/goods.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { playlistAddress } from '../ports/live/port.ts';
import { livePort, recordingPort } from '../ports/live/providers.ts';
import { findCaptions } from './caption-rows.ts';
import { cardOf } from './card.ts';
import { listRoomGoods } from './goods-rows.ts';
import { coversOf } from './list.ts';
import { isReminded } from './reminder-rows.ts';
import { countViewers, type RoomRow } from './room-rows.ts';
import { listShown } from './timeline-rows.ts';
import { findLikes } from './viewer-rows.ts';
import { factsOfRoom, viewerOf, watchRoom } from './watch.ts';

/** `GET /api/live/{id}`. Throws 404 for a room that is not public. */
export async function getRoom(context: Context<'all'>, { id }: { id: number }): Promise<LiveRoomWire> {
  const { db, actor, now } = context;
  const { room, view } = await watchRoom(context, id);
  const goods = await listRoomGoods(db, id);
  const [viewers, reminded, covers] = await Promise.all([
    countViewers(db, id, now),
    actor.account === null ? false : isReminded(db, id, actor.account.userId),
    coversOf(
      db,
      goods.slice(0, 1).map(({ goodsId }) => goodsId),
    ),
  ]);
  const cover = covers.get(goods[0]?.goodsId ?? 0) ?? '';
  const card = cardOf({ room, viewers, isReminded: reminded, cover }, viewerOf(actor));
  const hasPicture = view === 'watch' && (card.face === 'now' || card.face === 'replay');
  const port = card.face === 'replay' ? recordingPort(room) : livePort(room);
  const hasWords = view === 'watch' && card.face === 'replay' && (await findCaptions(db, id)) !== null;
  return {
    ...card,
    playlist: hasPicture ? playlistAddress(id) : '',
    sound: hasPicture && port.key !== 'remote' ? `/live/${id}/sound.m3u8` : '',
    words: hasWords ? `/live/${id}/captions.vtt` : '',
    replay: view === 'watch' ? await replayOf(db, room) : null,
    my_likes: actor.account === null ? 0 : await findLikes(db, id, actor.account.userId),
    ask_reason: askReason(context, { ...room, isMuted: false }),
    is_muted: room.isMuted ? 1 : 0,
    timestamp: now.getTime(),
  };
}

export function askReason({ actor: { account } }: Pick<Context<'all'>, 'actor'>, room: RoomRow): string {
  return askRefusal(
    { face: roomFace(factsOfRoom(room)), isMuted: room.isMuted },
    {
      isLoggedIn: account !== null,
      isApproved: account !== null && isApproved(account.companyState),
      may: account !== null && roleMay(account.role, 'messages'),
    },
  );
}

async function replayOf(db: Db, room: RoomRow): Promise<LiveRoomWire['replay']> {
  const facts = factsOfRoom(room);
  const { replayFrom: from, replayTo: to } = facts;
  if (roomFace(facts) !== 'replay' || from === null || to === null) return null;
  const rows = await listShown(db, room.id);
  const events = rows.map(({ id, kind, at, goods_id: goodsId, text }) => ({ id, kind, at, goodsId, text }));
  const ids = events.flatMap(({ goodsId }) => goodsId ?? []);
  const names = new Map((await listGoodsFacts(db, [...new Set(ids)])).map(({ id, name }) => [id, name]));
  return { from, to, chapters: chaptersOf(events, { from, to }, (id) => names.get(id) ?? '商品') };
}
