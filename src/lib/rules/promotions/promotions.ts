/** Joint benefits of lines at one merchant: full reduction, gifts, add-ons, cashback (rules 4, steps 4 and 8). */
import { type Fen, formatYuan, showYuan } from '../money/money.ts';
import type { NextTier } from '../terms/quote-shape.ts';
import type { ActivityThreshold, CashbackActivity, FullReduction, GiftActivity } from '../terms/terms.ts';

export type ReductionTier = FullReduction['tiers'][number];

/**
 * The reduction on an eligible amount: the highest tier down, each repeated on what remains.
 * 满1000减80, 满500减30 on 2600 → 2×80 + 1×30 = 190 (rules 4). Never more than the amount.
 */
export function fullReduction(tiers: readonly ReductionTier[], amount: Fen): Fen {
  let rest = amount;
  let reduction = 0;
  for (const tier of highestFirst(tiers)) {
    const times = Math.floor(rest / tier.amount);
    reduction += times * tier.reduction;
    rest -= times * tier.amount;
  }
  return Math.min(reduction, amount);
}

/** The next reduction: the missing amount and the whole resulting reduction. null without tiers. */
export function nextReduction(tiers: readonly ReductionTier[], amount: Fen): NextTier | null {
  const sorted = highestFirst(tiers);
  const now = fullReduction(tiers, amount);
  let at = amount;
  // The reduction only changes where one more of some tier fits into what the higher tiers leave over; a tier that
  // gives no more than the ones below it makes a step without a gain. One more of the highest always gains.
  for (let round = 0; round < 1000 && sorted.length > 0; round++) {
    let rest = at;
    let step = Infinity;
    for (const tier of sorted) {
      rest %= tier.amount;
      step = Math.min(step, tier.amount - rest);
    }
    at += step;
    const benefit = fullReduction(tiers, at);
    const gap = at - amount;
    if (benefit > now)
      return { gap, unit: 'amount', benefit, text: `再买¥${showYuan(gap)}共减¥${showYuan(benefit)}` };
  }
  return null;
}

/**
 * Why tiers may not be saved, or null. Amounts must be positive and differ, a reduction stays below its amount, and
 * no amount may earn less than a smaller one: 满1000减80 with 满300减30 gives 90 at 999 and 80 at 1000.
 */
export function findTierProblem(tiers: readonly ReductionTier[]): string | null {
  if (tiers.length === 0) return '请至少填写一档满减';
  const sorted = [...tiers].sort((a, b) => b.amount - a.amount);
  for (const [i, tier] of sorted.entries()) {
    if (!Number.isSafeInteger(tier.amount) || !Number.isSafeInteger(tier.reduction))
      return '满减金额须精确到分';
    if (tier.amount <= 0 || tier.reduction <= 0) return '满减金额须大于0';
    if (tier.reduction >= tier.amount)
      return `满${yuan(tier.amount)}减${yuan(tier.reduction)}：优惠须小于门槛`;
    const lower = sorted.slice(i + 1);
    if (lower.some((other) => other.amount === tier.amount)) return `满${yuan(tier.amount)}重复`;
    const justBelow = fullReduction(lower, tier.amount - 1);
    if (justBelow > tier.reduction)
      return `满${yuan(tier.amount)}减${yuan(tier.reduction)}不及下一档：买${yuan(tier.amount - 1)}元已可减${yuan(justBelow)}元，多买反而少减`;
  }
  return null;
}

/** How often an amount and a number of pieces reach a threshold. */
export function timesReached(threshold: ActivityThreshold, amount: Fen, quantity: number): number {
  const [have, need] =
    threshold.unit === 'amount' ? [amount, threshold.amount] : [quantity, threshold.quantity];
  return need > 0 ? Math.floor(have / need) : have > 0 ? 1 : 0;
}

/**
 * What is missing to a threshold, null when it is reached. `verb` completes the text: 可得赠品, 可换购. `unit` is that of its
 * items.
 */
export function nextThreshold(
  threshold: ActivityThreshold,
  amount: Fen,
  quantity: number,
  verb: string,
  unit = '个',
): NextTier | null {
  if (threshold.unit === 'amount') {
    const gap = threshold.amount - amount;
    return gap > 0 ? { gap, unit: 'amount', benefit: 0, text: `再买¥${showYuan(gap)}${verb}` } : null;
  }
  const gap = threshold.quantity - quantity;
  return gap > 0 ? { gap, unit: 'quantity', benefit: 0, text: `再买${gap}${unit}${verb}` } : null;
}

/** The gift a purchase earns: the chosen item, else the first with stock; as many as earned and in stock. */
export function earnedGift(
  activity: GiftActivity,
  amount: Fen,
  quantity: number,
  chosenGoodsId: number | null,
): { item: GiftActivity['items'][number]; quantity: number } | null {
  const reached = timesReached(activity.threshold, amount, quantity);
  const times = activity.isRepeated ? reached : Math.min(reached, 1);
  if (times === 0) return null;
  const inStock = activity.items.filter((item) => item.stock >= item.quantity);
  const item = inStock.find((candidate) => candidate.goodsId === chosenGoodsId) ?? inStock[0];
  if (!item) return null;
  return { item, quantity: Math.min(times, Math.floor(item.stock / item.quantity)) * item.quantity };
}

/** The cashback promised for a paid amount: the highest tier reached, once. */
export function cashbackFor(tiers: CashbackActivity['tiers'], paid: Fen): Fen {
  let cashback = 0;
  for (const tier of tiers) if (paid >= tier.amount && tier.cashback > cashback) cashback = tier.cashback;
  return cashback;
}

/** Where the next cashback tier waits, null beyond the last. */
export function nextCashback(tiers: CashbackActivity['tiers'], paid: Fen): NextTier | null {
  const now = cashbackFor(tiers, paid);
  let next: CashbackActivity['tiers'][number] | null = null;
  for (const tier of tiers)
    if (tier.amount > paid && tier.cashback > now && (!next || tier.amount < next.amount)) next = tier;
  if (!next) return null;
  const gap = next.amount - paid;
  const text = `再买¥${showYuan(gap)}返¥${showYuan(next.cashback)}`;
  return { gap, unit: 'amount', benefit: next.cashback, text };
}

function highestFirst(tiers: readonly ReductionTier[]): ReductionTier[] {
  // A tier of nothing would repeat without end; saving refuses it, a total must not hang on it.
  return tiers.filter((tier) => tier.amount > 0).sort((a, b) => b.amount - a.amount);
}

function yuan(fen: Fen): string {
  return formatYuan(fen).replace(/\.00$/, '');
}
