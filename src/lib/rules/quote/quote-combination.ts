/** The price of a set of items, and its refusals. */

import { showYuan } from '../money/money.ts';
import { basePrice } from '../promotions/pricing.ts';
import type { QuoteLine } from '../terms/asked.ts';
import { limitText } from '../terms/limit-text.ts';
import { priceNames } from '../terms/price-names.ts';
import type { Refusal } from '../terms/quote-shape.ts';
import { type Combination, type EpochMs, type GoodsTerms, isRunning } from '../terms/terms.ts';
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

/** Prices a combination line and takes its parts from the stock of `remaining`. */
export function quoteCombination(
  line: QuoteLine,
  index: OfferIndex,
  remaining: Remaining,
  now: EpochMs,
): WorkLine {
  const set = line.activityId === null ? undefined : index.combinations.get(line.activityId);
  const parts = set?.parts.map((part) => ({ ...part, terms: index.goods.get(part.goodsId) })) ?? [];
  if (!set || !index.merchants.has(set.merchantId) || parts.length === 0) return goneLine(line);
  const present = parts.flatMap(({ terms, quantity }) => (terms ? [{ terms, quantity }] : []));
  if (present.length < parts.length) return goneLine(line);
  const quantity = wholeQuantity(line.quantity);
  // The stock of a set is the smallest of its parts (rules 6), and a part's hard limits apply in a set too.
  const sets = Math.min(
    ...present.map((part) => Math.floor(stockLeft(remaining, part.terms) / part.quantity)),
  );
  const allowed = present
    .map(({ terms, quantity: pieces }) => ({ terms, sets: setsAllowed(remaining, terms, pieces) }))
    .reduce((least, part) => (part.sets < least.sets ? part : least));
  const ownLeft =
    set.limitQuantity > 0
      ? (remaining.get(`set:${set.id}`) ?? Math.max(0, set.limitQuantity - set.limitUsed))
      : Infinity;
  const blocked = present.find((part) => !part.terms.isBuyable);
  const max = Math.max(0, Math.min(sets, allowed.sets, ownLeft));
  const disabled = blocked !== undefined || !isRunning(set, now) || max < 1;
  const refusal = findCombinationRefusal(line, set, blocked?.terms, sets, allowed, ownLeft, now);
  if (!refusal) {
    for (const part of present) takePieces(remaining, part.terms, part.quantity * quantity, line.kind);
    remaining.set(`set:${set.id}`, ownLeft - quantity);
  }
  const apart = present.reduce((sum, part) => sum + basePrice(part.terms).price * part.quantity, 0);
  const gross = set.price * quantity;
  const made = work(line, set, { min: 1, max, step: 1, disabled }, refusal, {
    segments: [{ quantity, unitPrice: set.price, rule: 'combination' }],
    originalPrice: apart,
    withCoupon: set.withCoupon,
    overLimit: null,
    rebate: 0,
    priceTrace: [
      step('list', apart * quantity, `分开购买 ¥${showYuan(apart)} × ${quantity}套`),
      step(
        'combination',
        gross - apart * quantity,
        `${priceNames.combination} ¥${showYuan(set.price)}/套`,
        set.id,
      ),
    ],
  });
  made.quoted.parts = present.map((part) => ({
    goodsId: part.terms.id,
    quantity: part.quantity * quantity,
    paid: 0,
  }));
  return made;
}

function setsAllowed(remaining: Remaining, terms: GoodsTerms, pieces: number): number {
  return Math.max(0, Math.floor(hardLimitLeft(remaining, terms) / pieces));
}

function findCombinationRefusal(
  line: QuoteLine,
  set: Combination,
  blocked: GoodsTerms | undefined,
  sets: number,
  allowed: { terms: GoodsTerms; sets: number },
  ownLeft: number,
  now: EpochMs,
): Refusal | null {
  if (!isRunning(set, now))
    return { code: 'not_running', reason: '组合购活动未开始或已结束，可分开购买其中的商品' };
  if (blocked)
    return { code: 'not_buyable', reason: `组合中有商品不可购买：${blocked.refusal ?? '暂不可购买'}` };
  if (sets < 1) return { code: 'out_of_stock', reason: '组合中有商品缺货，可分开购买其余商品' };
  if (allowed.sets < 1) return overPartLimit(allowed);
  if (!Number.isSafeInteger(line.quantity) || line.quantity <= 0)
    return { code: 'quantity', reason: '购买数量须为大于0的整数' };
  if (line.quantity > ownLeft)
    return { code: 'over_limit', reason: `每家限购${set.limitQuantity}套，还可购买${ownLeft}套` };
  if (line.quantity > allowed.sets) return overPartLimit(allowed);
  if (line.quantity > sets) return { code: 'over_stock', reason: `库存仅剩${sets}套，请减少数量` };
  return null;
}

function overPartLimit({ terms, sets }: { terms: GoodsTerms; sets: number }): Refusal {
  return { code: 'over_limit', reason: `组合中有商品${limitText(terms, sets, '套')}` };
}
