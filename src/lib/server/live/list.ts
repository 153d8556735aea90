/** Live rooms: what is on air, what comes, and what was (rules 22). */
import type { LiveList } from '#lib/contract/live/schema.ts';
import { listGoodsFacts } from '../cache/goods.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { goodsImages } from '../engines/pictures/goods-pictures.ts';
import { cardOf } from './card.ts';
import { listRooms } from './room-rows.ts';
import { viewerOf } from './watch.ts';

/** `GET /api/live`. A room of prescription medicines is listed for everyone, with how to be admitted. */
export async function listLive({ db, actor, now }: Context<'all'>): Promise<LiveList> {
  const rooms = await listRooms(db, actor.account?.userId ?? null, now);
  const covers = await coversOf(
    db,
    rooms.flatMap(({ goodsId }) => goodsId ?? []),
  );
  const viewer = viewerOf(actor);
  const cards = rooms.map(({ goodsId, viewers, isReminded, ...room }) =>
    cardOf({ room, viewers, isReminded, cover: covers.get(goodsId ?? 0) ?? '' }, viewer),
  );
  return {
    now: cards.filter(({ face }) => face === 'now'),
    soon: cards.filter(({ face }) => face === 'soon'),
    replays: cards.filter(({ face }) => face === 'replay'),
    timestamp: now.getTime(),
  };
}

/** Public pictures of goods by id. */
export async function coversOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const facts = await listGoodsFacts(db, ids);
  return new Map(facts.map((one) => [one.id, goodsImages(one, one.productId, false).image]));
}
