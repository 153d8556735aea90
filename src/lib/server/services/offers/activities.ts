/** From activity rows to the engine's shared activities and combinations. Pure. */
import { activityScope } from '#lib/rules/promotions/quota.ts';
import { warehouseAt } from '#lib/rules/terms/shelf-life.ts';
import type {
  Activity,
  ActivityThreshold,
  CashbackActivity,
  Combination,
  EpochMs,
  FullReduction,
} from '#lib/rules/terms/terms.ts';
import type { ActivityWithGoods, OfferRow } from '../../repos/offers.ts';

/** Names and stock of goods that only stand in an activity: gifts and add-ons. */
export type ItemNames = ReadonlyMap<number, { name: string; stock: number }>;

/** Activities that reach over lines. Those of other kinds answer null. `used` is what the buyer has had, by scope. */
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
  const config = activity.config;
  if (activity.kind === 'cashback') {
    return {
      ...base,
      kind: 'cashback',
      merchantId: activity.merchantId,
      isForAll: config.isForAll === true,
      tiers: config.tiers as CashbackActivity['tiers'],
    };
  }
  // The others are a merchant's own.
  if (activity.merchantId === null) return null;
  const shared = { ...base, merchantId: activity.merchantId };
  if (activity.kind === 'full_reduction') {
    return { ...shared, kind: 'full_reduction', tiers: config.tiers as FullReduction['tiers'] };
  }
  const items = goods
    .filter((item) => item.role === activity.kind)
    .map((item) => ({
      goodsId: item.goodsId,
      name: names.get(item.goodsId)?.name ?? '',
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
  const threshold = config.threshold as ActivityThreshold;
  if (activity.kind === 'gift') {
    return {
      ...shared,
      kind: 'gift',
      threshold,
      isRepeated: config.isRepeated === true,
      items: items.map(({ goodsId, name, quantity, stock, goodsStock }) => ({
        goodsId,
        name,
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
      threshold,
      items: items.map(({ goodsId, name, price, limit, used, stock }) => ({
        goodsId,
        name,
        price,
        limit,
        used,
        stock,
      })),
    };
  }
  return null;
}

/** A combination with its parts; null when a part is not there any more. Its goods decide warehouse and coupon. */
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
    price: Number(activity.config.price),
    parts: parts.map((part) => ({ goodsId: part.goodsId, quantity: part.quantity })),
    limitQuantity: Number(activity.config.limitQuantity ?? 0),
    limitUsed,
    startsAt: activity.startsAt.getTime(),
    endsAt: activity.endsAt.getTime(),
    activityIds: [],
    withCoupon: false,
    isPreferred: partRows.every((row) => row?.goods.isPreferred),
  };
}
