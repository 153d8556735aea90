/** What a line could still gain by more of something: the next tier of everything it takes part in. */
import { type Fen, showYuan } from '../money/money.ts';
import type { Quote, QuotedLine } from '../terms/quote-shape.ts';
import type { GoodsTerms } from '../terms/terms.ts';

/** One way to pay less. `saving` is the total gain beyond the current one, in fen; null where that is not an amount. */
export type NextStep = { text: string; saving: Fen | null };

/**
 * The next steps of one line: its ladder, its free-shipping quantity, the tiers of its activities, the free freight of
 * its merchant, and the coupon it is nearest to. Empty for a line that does not count. The quote decides; nothing is
 * promised that it would not give.
 */
export function nextSteps(
  quote: Quote,
  line: QuotedLine,
  terms: Pick<GoodsTerms, 'ladder' | 'unit'> | null,
): NextStep[] {
  if (!line.counts) return [];
  const group = quote.groups.find(({ merchantId }) => merchantId === line.merchantId);
  const activities = [...(group?.activities ?? []), ...quote.activities];
  return [
    ...ladderStep(line, terms),
    ...activities.flatMap(({ lineIds, next, benefit }) =>
      next && lineIds.includes(line.id)
        ? [{ text: next.text, saving: next.benefit > benefit ? next.benefit - benefit : null }]
        : [],
    ),
    ...couponStep(quote, line),
    ...(group?.freight.freeGap
      ? [{ text: group.freight.text ?? '', saving: group.freight.gapSaving || null }]
      : []),
    ...(line.freeShippingText?.startsWith('差') ? [{ text: line.freeShippingText, saving: null }] : []),
  ];
}

/** Prices that depend only on the quantity: an item with a promo price of its own has no ladder. */
const followsLadder: ReadonlySet<string> = new Set(['list', 'member', 'customer', 'ladder']);

function ladderStep(line: QuotedLine, terms: Pick<GoodsTerms, 'ladder' | 'unit'> | null): NextStep[] {
  const [segment, ...rest] = line.segments;
  if (!terms?.ladder || terms.ladder.kind === 'up_to' || line.kind !== 'normal') return [];
  if (!segment || rest.length > 0 || !followsLadder.has(segment.rule)) return [];
  const next = terms.ladder.tiers
    .filter(({ number, price }) => number > line.quantity && price < segment.unitPrice)
    .toSorted((a, b) => a.number - b.number)[0];
  if (!next) return [];
  const { unit } = terms;
  return [
    {
      text: `再买${next.number - line.quantity}${unit}，每${unit}降到¥${showYuan(next.price)}`,
      saving: (segment.unitPrice - next.price) * next.number,
    },
  ];
}

function couponStep(quote: Quote, line: QuotedLine): NextStep[] {
  if (!line.withCoupon) return [];
  const [nearest] = quote.coupons
    .filter(({ isUsable, gap }) => !isUsable && gap > 0)
    .filter(({ merchantId }) => merchantId === null || merchantId === line.merchantId)
    // One coupon a merchant and one of the platform: it replaces the current one.
    .map((coupon) => ({ ...coupon, more: coupon.value - inForce(quote, coupon) }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => a.gap - b.gap || b.more - a.more);
  if (!nearest) return [];
  return [{ text: `再买¥${showYuan(nearest.gap)}可用“${nearest.name}”`, saving: nearest.more }];
}

/** The current discount of the coupon in the same place, fen. */
function inForce(quote: Quote, { kind, merchantId }: Quote['coupons'][number]): Fen {
  const chosen = quote.coupons.find(
    (one) => one.isChosen && one.kind === kind && one.merchantId === merchantId,
  );
  return chosen?.saving ?? 0;
}
