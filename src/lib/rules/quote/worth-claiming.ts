/** Coupons that nobody has claimed yet, by what they would save. */
import type { Fen } from '../money/money.ts';
import type { Buyer, QuoteLine } from '../terms/asked.ts';
import type { Coupon, EpochMs, Id, Offers } from '../terms/terms.ts';
import { quote } from './quote.ts';

export interface WorthClaiming {
  /** Those of `claimable` that would count, and nothing could be left out of. */
  ids: Id[];
  /** What the buyer pays less with them. */
  saving: Fen;
}

/**
 * What claiming would save on these lines: the quote with the claimable coupons in hand beside the quote without.
 * Null where it saves nothing. Ids of `claimable` must differ from those in hand.
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
  // One that only takes the place of its like in hand need not be claimed.
  for (const one of needed) {
    const others = needed.filter((other) => other !== one);
    if (holding(others).totals.pay === all.totals.pay) needed = others;
  }
  return { ids: needed.map(({ id }) => id), saving };
}
