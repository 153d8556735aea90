/** From activity rows to the engine's shared activities and combinations. Pure. */
import { activityScope } from '#lib/rules/promotions/quota.ts';
import { warehouseAt } from '#lib/rules/terms/shelf-life.ts';
import type { Activity, Combination, EpochMs } from '#lib/rules/terms/terms.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';
import type { ActivityWithGoods } from '../catalogue/offer-rows.ts';

/** Names, units and stock of items that are only in an activity: gifts and add-ons. */
export type ItemNames = ReadonlyMap<number, { name: string; unit: string; stock: number }>;

/** Activities over several lines. Those of other kinds answer null. `used` is the buyer's use, by scope. */
export function sharedActivity(
  { activity, goods }: ActivityWithGoods,
  names: ItemNames,
  used: ReadonlyMap<string, number>,
): Activity | null {
  const base = {
    id: activity.id,
    name: activity.name,
    startsAt: activity.startsAt.getTime(),
    endsAt: activity.endsAt.getTime(),
  };
  if (activity.kind === 'cashback') {
    return {
      ...base,
      kind: 'cashback',
      merchantId: activity.merchantId,
      isForAll: activity.config.isForAll,
      tiers: activity.config.tiers,
    };
  }
  // The others are a merchant's own.
  if (activity.merchantId === null) return null;
  const shared = { ...base, merchantId: activity.merchantId };
  if (activity.kind === 'full_reduction') {
    return { ...shared, kind: 'full_reduction', tiers: activity.config.tiers };
  }
  const items = goods
    .filter((item) => item.role === activity.kind)
    .map((item) => ({
      goodsId: item.goodsId,
      name: names.get(item.goodsId)?.name ?? '',
      unit: names.get(item.goodsId)?.unit ?? '',
      quantity: item.quantity,
      price: item.price ?? 0,
      limit: item.companyLimit,
      used: used.get(activityScope(activity.id, item.goodsId)) ?? 0,
      goodsStock: names.get(item.goodsId)?.stock ?? 0,
      stock: Math.min(
        names.get(item.goodsId)?.stock ?? 0,
        (item.stock ?? Number.MAX_SAFE_INTEGER) - item.sold,
      ),
    }));
  if (activity.kind === 'gift') {
    return {
      ...shared,
      kind: 'gift',
      threshold: activity.config.threshold,
      isRepeated: activity.config.isRepeated,
      items: items.map(({ goodsId, name, unit, quantity, stock, goodsStock }) => ({
        goodsId,
        name,
        unit,
        quantity,
        stock,
        goodsStock,
      })),
    };
  }
  if (activity.kind === 'add_on') {
    return {
      ...shared,
      kind: 'add_on',
      threshold: activity.config.threshold,
      items: items.map(({ goodsId, name, unit, price, limit, used, stock }) => ({
        goodsId,
        name,
        unit,
        price,
        limit,
        used,
        stock,
      })),
    };
  }
  return null;
}

/** A combination with its parts; null when a part does not exist any more. Its items decide warehouse and coupon. */
export function combinationOf(
  { activity, goods }: ActivityWithGoods,
  rows: ReadonlyMap<number, OfferRow>,
  limitUsed: number,
  now: EpochMs,
): Combination | null {
  const parts = goods.filter((item) => item.role === 'part');
  const partRows = parts.map((part) => rows.get(part.goodsId));
  const first = partRows[0];
  if (activity.kind !== 'combination' || first === undefined || partRows.some((row) => row === undefined))
    return null;
  return {
    id: activity.id,
    name: activity.name,
    merchantId: first.goods.merchantId,
    warehouseId: warehouseAt(first.goods, now),
    isColdChain: partRows.some((row) => row?.goods.isColdChain),
    price: activity.config.price,
    parts: parts.map((part) => ({ goodsId: part.goodsId, quantity: part.quantity })),
    limitQuantity: activity.config.limitQuantity,
    limitUsed,
    startsAt: activity.startsAt.getTime(),
    endsAt: activity.endsAt.getTime(),
    activityIds: [],
    withCoupon: false,
    isPreferred: partRows.every((row) => row?.goods.isPreferred),
  };
}
