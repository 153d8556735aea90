/** The stocks, limits and coupons that an order takes, from its quote. Pure. */

import { promoPieces } from '#lib/rules/promotions/pricing.ts';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import type { QuotedGift, QuotedLine, QuotedOrder } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { QuotedCart } from '../cart/quoted-cart.ts';
import type { ActivityGoodsRow } from '../catalogue/offer-rows.ts';
import type { OrderReservations } from '../db/schema.ts';

/** Limits to check, by scope: total pieces. */
export type Limits = Map<string, number>;

type Taken = Pick<OrderReservations, 'stock' | 'promo' | 'quota'>;

/** The reservations of one order of a trade; adds the limits of its quotas to `limits`. */
export function reservationsOf(
  cart: Omit<QuotedCart, 'address'>,
  order: QuotedOrder,
  limits: Limits,
): OrderReservations {
  const lines = linesOfOrder(cart, order);
  const taken: Taken = { stock: [], promo: [], quota: [] };
  for (const line of lines) reserveLine(cart, line, taken, limits);
  for (const gift of order.gifts) reserveGift(cart, gift, taken);
  return {
    ...taken,
    coupons: [...new Set(lines.flatMap((line) => refsOf(line, ['merchant_coupon', 'platform_coupon'])))],
    vouchers: vouchersOf(lines),
  };
}

/** The quoted lines of one order. */
export function linesOfOrder({ quote }: Pick<QuotedCart, 'quote'>, order: QuotedOrder): QuotedLine[] {
  const ids = new Set(order.lineIds);
  return quote.lines.filter((line) => ids.has(line.id));
}

function reserveLine(
  cart: Omit<QuotedCart, 'address'>,
  line: QuotedLine,
  taken: Taken,
  limits: Limits,
): void {
  if (line.kind === 'combination') {
    for (const part of line.parts) {
      taken.stock.push({ goodsId: part.goodsId, quantity: part.quantity });
      const terms = termsOf(cart, part.goodsId);
      if (terms) reserveHardLimits(cart, terms, part.quantity, taken, limits);
    }
    const set = cart.loaded.offers.combinations.find((one) => one.id === line.activityId);
    if (set && set.limitQuantity > 0)
      reserveQuota(taken, limits, activityScope(set.id, 0), line.quantity, set.limitQuantity);
    return;
  }
  const terms = termsOf(cart, line.goodsId);
  if (!terms) return;
  taken.stock.push({ goodsId: terms.id, quantity: line.quantity });
  // A group-buy has limits of its own; everything else counts, at any price (rules 4).
  if (line.kind !== 'group_buy') reserveHardLimits(cart, terms, line.quantity, taken, limits);
  if (line.kind === 'add_on') reserveAddOn(cart, line, terms.id, taken, limits);
  else if (line.kind === 'group_buy')
    reserveItem(cart, terms.groupBuy?.activityId ?? null, terms.id, 'subject', line.quantity, taken);
  else reserveNormal(cart, line, terms, taken, limits);
}

function termsOf({ loaded }: Pick<QuotedCart, 'loaded'>, goodsId: number | null): GoodsTerms | undefined {
  return loaded.offers.goods.find((one) => one.id === goodsId);
}

function reserveHardLimits(
  cart: Omit<QuotedCart, 'address'>,
  terms: GoodsTerms,
  quantity: number,
  taken: Taken,
  limits: Limits,
): void {
  const hard: [scope: string, limit: number][] = [
    [limitScope(terms.id), terms.limitQuantity],
    [dayScope(terms.id, cart.quote.at), terms.dayLimit],
    [weekScope(terms.id, cart.quote.at), terms.weekLimit],
  ];
  for (const [scope, limit] of hard) if (limit > 0) reserveQuota(taken, limits, scope, quantity, limit);
}

function reserveNormal(
  cart: Omit<QuotedCart, 'address'>,
  line: QuotedLine,
  terms: GoodsTerms,
  taken: Taken,
  limits: Limits,
): void {
  const pieces = promoPieces(line.segments);
  const { promo } = terms;
  if (pieces === 0 || promo === null) return;
  reserveItem(cart, promo.activityId, terms.id, 'subject', pieces, taken);
  if (promo.activityLimit !== null)
    reserveQuota(taken, limits, activityScope(promo.activityId, terms.id), pieces, promo.activityLimit);
}

function reserveAddOn(
  cart: Omit<QuotedCart, 'address'>,
  { activityId, quantity }: QuotedLine,
  goodsId: number,
  taken: Taken,
  limits: Limits,
): void {
  reserveItem(cart, activityId, goodsId, 'add_on', quantity, taken);
  const activity = cart.loaded.offers.activities.find((one) => one.id === activityId);
  if (activity?.kind !== 'add_on') return;
  const item = activity.items.find((one) => one.goodsId === goodsId);
  if (item && item.limit > 0)
    reserveQuota(taken, limits, activityScope(activity.id, goodsId), quantity, item.limit);
}

function reserveQuota(taken: Taken, limits: Limits, scope: string, quantity: number, most: number): void {
  taken.quota.push({ scope, quantity });
  limits.set(scope, most);
}

/** Own stock of an activity; a group-buy always counts its pieces. */
function reserveItem(
  cart: Omit<QuotedCart, 'address'>,
  activityId: number | null,
  goodsId: number,
  role: ActivityGoodsRow['role'],
  quantity: number,
  taken: Taken,
): void {
  const entry = cart.loaded.activities.find(({ activity }) => activity.id === activityId);
  const item = entry?.goods.find((one) => one.goodsId === goodsId && one.role === role);
  if (!entry || !item) return;
  if (item.stock !== null || entry.activity.kind === 'group_buy')
    taken.promo.push({ activityGoodsId: item.id, quantity });
}

function reserveGift(cart: Omit<QuotedCart, 'address'>, gift: QuotedGift, taken: Taken): void {
  taken.stock.push({ goodsId: gift.goodsId, quantity: gift.quantity });
  reserveItem(cart, gift.activityId, gift.goodsId, 'gift', gift.quantity, taken);
}

function refsOf(line: QuotedLine, rules: readonly string[]): number[] {
  return line.priceTrace.flatMap((step) =>
    step.refId !== null && rules.includes(step.rule) ? [step.refId] : [],
  );
}

function vouchersOf(lines: readonly QuotedLine[]): OrderReservations['vouchers'] {
  const sums = new Map<number, number>();
  for (const line of lines)
    for (const step of line.priceTrace)
      if (step.rule === 'voucher' && step.refId !== null)
        sums.set(step.refId, (sums.get(step.refId) ?? 0) - step.amount);
  return [...sums].map(([id, amount]) => ({ id, amount }));
}
