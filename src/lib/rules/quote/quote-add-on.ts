/** The price of an add-on line, and its refusals. */

import { showYuan } from '../money/money.ts';
import { basePrice } from '../promotions/pricing.ts';
import type { QuoteLine } from '../terms/asked.ts';
import { limitText } from '../terms/limit-text.ts';
import { priceNames } from '../terms/price-names.ts';
import { limitLeft } from '../terms/quantity.ts';
import type { Refusal } from '../terms/quote-shape.ts';
import type { AddOnActivity, GoodsTerms } from '../terms/terms.ts';
import {
  goneLine,
  hardLimitLeft,
  type OfferIndex,
  type Remaining,
  step,
  stockLeft,
  takePieces,
  type WorkLine,
  wholeQuantity,
  work,
} from './quote-work.ts';

type AddOnItem = AddOnActivity['items'][number];

/** Pieces this buyer may still have at the add-on's price; Infinity without a limit. */
export function addOnLimitLeft({ limit, used }: Pick<AddOnItem, 'limit' | 'used'>): number {
  return limit > 0 ? Math.max(0, limit - used) : Infinity;
}

/** Prices an add-on line; `isReached` and `gapText` say whether its activity is (known after the other lines). */
export function quoteAddOn(
  line: QuoteLine,
  activity: AddOnActivity | null,
  index: OfferIndex,
  remaining: Remaining,
  isReached: boolean,
  gapText: string,
): WorkLine {
  const terms = line.goodsId === null ? undefined : index.goods.get(line.goodsId);
  const item = activity?.items.find((candidate) => candidate.goodsId === line.goodsId);
  if (!terms || !index.merchants.has(terms.merchantId)) return goneLine(line);
  const quantity = wholeQuantity(line.quantity);
  const key = `add_on:${line.activityId}:${line.goodsId}`;
  // An unselected line is priced as if it stood alone, and leaves nothing behind.
  const shared = line.isSelected ? remaining : new Map<string, number>();
  const most = item ? Math.min(item.stock, addOnLimitLeft(item)) : 0;
  const left = {
    own: shared.get(key) ?? most,
    stock: stockLeft(shared, terms),
    hard: hardLimitLeft(shared, terms),
  };
  const refusal = findAddOnRefusal(line, terms, item, isReached, gapText, left);
  if (!refusal) {
    shared.set(key, left.own - quantity);
    takePieces(shared, terms, quantity, line.kind);
  }
  const price = item?.price ?? basePrice(terms).price;
  const max = Math.min(most, terms.stock, limitLeft(terms));
  const bounds = { min: 1, max, step: 1, disabled: !isReached || max < 1 || !terms.isBuyable };
  return work(line, { ...terms, activityIds: [] }, bounds, refusal, {
    segments: [{ quantity, unitPrice: price, rule: 'add_on' }],
    originalPrice: terms.price,
    withCoupon: false,
    overLimit: null,
    rebate: 0,
    priceTrace: [
      step('list', terms.price * quantity, `原价 ¥${showYuan(terms.price)} × ${quantity}${terms.unit}`),
      step(
        'add_on',
        (price - terms.price) * quantity,
        `${activity?.name ?? '换购'}：${priceNames.add_on} ¥${showYuan(price)}`,
        line.activityId,
      ),
    ],
  });
}

function findAddOnRefusal(
  line: QuoteLine,
  terms: GoodsTerms,
  item: AddOnItem | undefined,
  isReached: boolean,
  gapText: string,
  left: { own: number; stock: number; hard: number },
): Refusal | null {
  if (!item) return { code: 'not_running', reason: '换购活动未开始或已结束，可按平时价格购买' };
  if (!terms.isBuyable) return { code: 'not_buyable', reason: terms.refusal ?? '该商品暂不可购买' };
  if (addOnLimitLeft(item) < 1)
    return {
      code: 'over_limit',
      reason: `每家限换购${item.limit}${terms.unit}，已全部换购，可按平时价格购买`,
    };
  if (left.own < 1) return { code: 'out_of_stock', reason: '换购商品已换完' };
  // An unavailable add-on is not promised for buying more.
  if (!isReached) return { code: 'add_on_locked', reason: gapText };
  if (left.stock < 1) return { code: 'out_of_stock', reason: '换购商品缺货，可减少同一商品的购买数量' };
  if (left.hard < 1) return { code: 'over_limit', reason: limitText(terms, left.hard) };
  if (!Number.isSafeInteger(line.quantity) || line.quantity <= 0)
    return { code: 'quantity', reason: '购买数量须为大于0的整数' };
  if (line.quantity > left.own)
    return { code: 'over_limit', reason: `最多可换购${left.own}${terms.unit}，请减少数量` };
  if (line.quantity > left.hard) return { code: 'over_limit', reason: limitText(terms, left.hard) };
  if (line.quantity > left.stock)
    return { code: 'over_stock', reason: `库存仅剩${left.stock}${terms.unit}，请减少数量` };
  return null;
}
