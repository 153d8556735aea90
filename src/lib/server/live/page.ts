/** What the page of a room needs, in one go. */
import type { CenterCoupon } from '#lib/contract/coupons.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { LiveGoodsWire, LiveRoomWire } from '#lib/contract/live/schema.ts';
import { findScreenEvent } from '#lib/contract/live/screen-event.ts';
import { guessedDelayMs, type Screen, screenAt } from '#lib/rules/live/screen.ts';
import type { Context } from '../core/context.ts';
import { listLiveCoupons, listLiveGoods } from './goods.ts';
import { getRoom } from './room.ts';
import { getRoomNews } from './room-news.ts';
import { eventWire } from './timeline.ts';

export interface LivePage {
  room: LiveRoomWire;
  goods: LiveGoodsWire[];
  coupons: CenterCoupon[];
  /** What a viewer sees beside the picture when the page opens. */
  firstScreen: Screen;
}

/** Null for an address that names no public room. A room to be joined first has neither goods nor coupons. */
export async function findLivePage(
  context: Context<'all'>,
  param: string | undefined,
): Promise<LivePage | null> {
  const id = /^[1-9]\d{0,8}$/.test(param ?? '') ? Number(param) : 0;
  try {
    const room = await getRoom(context, { id });
    const nothing = { room, goods: [], coupons: [], firstScreen: screenAt([], 0) };
    if (room.join !== '' || room.face === 'over') return nothing;
    const { list: goods } = await listLiveGoods(context, { id });
    if (room.playlist === '') return { ...nothing, goods };
    const { list: coupons } = await listLiveCoupons(context, { id });
    const at = room.replay?.from ?? context.now.getTime() - guessedDelayMs;
    return { room, goods, coupons, firstScreen: await screenOf(context, id, at) };
  } catch (error) {
    if (error instanceof AppError && (error.code === 404 || error.code === 403)) return null;
    throw error;
  }
}

async function screenOf({ db }: Context<'all'>, id: number, at: number): Promise<Screen> {
  const news = await getRoomNews(db, id);
  const shown = [...(news?.events.values() ?? [])].filter(({ is_hidden }) => !is_hidden);
  return screenAt(
    shown.flatMap((row) => findScreenEvent(eventWire(row)) ?? []),
    at,
  );
}
