/** Unclaimed coupons, by what they would save. */
import type { Fen } from '../money/money.ts';
import type { Buyer, QuoteLine } from '../terms/asked.ts';
import type { Coupon, EpochMs, Id, Offers } from '../terms/terms.ts';
import { quote } from './quote.ts';

export interface WorthClaiming {
  /** The necessary ones of `claimable`. */
  ids: Id[];
  /** How much less the buyer pays with them. */
  saving: Fen;
}

/**
 * What claiming would save on these lines: compares the quotes with and without the claimable coupons. Null where it
 * saves nothing. Ids of `claimable` must differ from those that the company holds.
 */
export function worthClaiming(
  lines: readonly QuoteLine[],
  buyer: Buyer,
  offers: Offers,
  claimable: readonly Coupon[],
  now: EpochMs,
): WorthClaiming | null {
  if (claimable.length === 0) return null;
  const holding = (more: readonly Coupon[]) =>
    quote(lines, buyer, { ...offers, coupons: [...offers.coupons, ...more] }, now);
  const without = holding([]).totals.pay;
  const all = holding(claimable);
  const saving = without - all.totals.pay;
  if (saving <= 0) return null;
  const counts = new Set(all.coupons.filter((coupon) => coupon.isChosen).map(({ id }) => id));
  let needed = claimable.filter(({ id }) => counts.has(id));
  // One that only replaces an equal held coupon need not be claimed.
  for (const one of needed) {
    const others = needed.filter((other) => other !== one);
    if (holding(others).totals.pay === all.totals.pay) needed = others;
  }
  return { ids: needed.map(({ id }) => id), saving };
}
