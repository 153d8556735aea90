/** Goods and coupons of a room. A room never says a price: prices and stock are the offers call's. */

import type { CenterCoupon } from '#lib/contract/coupons.ts';
import type { AddedLiveValues } from '#lib/contract/live/calls.ts';
import { type LiveGoodsWire, liveGoods } from '#lib/contract/live/schema.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import type { Context } from '../core/context.ts';
import { findCenterCoupons } from '../coupons/rows.ts';
import { centerCouponOf, seesAmounts } from '../coupons/wire.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { insertAdd, listDropped, listRoomGoods } from './goods-rows.ts';
import { watchOnly } from './watch.ts';

interface OfRoom {
  id: number;
}

/** `GET /api/live/{id}/goods`: the public facts of its goods. Throws 404, and 403 for a room to be joined first. */
export async function listLiveGoods(
  context: Context<'all'>,
  { id }: OfRoom,
): Promise<{ list: LiveGoodsWire[] }> {
  const { db, now } = context;
  await watchOnly(context, id);
  const rows = await listRoomGoods(db, id);
  const ids = rows.map(({ goodsId }) => goodsId);
  const items = await goodsItems(db, null, await getCatalogue(db), ids, now.getTime());
  const points = new Map(rows.map(({ goodsId, point }) => [goodsId, point]));
  return { list: items.map((item) => hidePrices(liveGoods, { ...item, point: points.get(item.id) ?? '' })) };
}

/** The name of a dropped coupon to those who see no amounts: its own says them (满100减5). */
const neutralName = '直播间优惠券';

/** `GET /api/live/{id}/coupons`: dropped so far, the newest first. Amounts, also in names, are for those who see prices. */
export async function listLiveCoupons(
  context: Context<'all'>,
  { id }: OfRoom,
): Promise<{ list: CenterCoupon[] }> {
  const { db, actor, now } = context;
  await watchOnly(context, id);
  const { account } = actor;
  const ids = await listDropped(db, id);
  const rows = await findCenterCoupons(db, account?.companyId ?? null, ids, now);
  const found = new Map(rows.map((row) => [row.coupon.id, row]));
  return {
    list: ids.flatMap((one) => {
      const row = found.get(one);
      if (row === undefined) return [];
      const shown = centerCouponOf(row, account, now.getTime());
      return seesAmounts(account) ? shown : { ...shown, name: neutralName };
    }),
  };
}

/** `POST /api/live/{id}/added`: counts for the figures, once for each company and item. */
export async function countAdd(
  context: Context<'buyer'>,
  { id, goods_id: goodsId, number }: AddedLiveValues,
): Promise<null> {
  const { db, actor, now } = context;
  await watchOnly(context, id);
  await insertAdd(db, { roomId: id, companyId: actor.account.companyId, goodsId, number, now });
  return null;
}
