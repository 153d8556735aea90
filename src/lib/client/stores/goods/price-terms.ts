/** The inputs of items' prices, loaded when the user wants to know why. */

import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Coupon, EpochMs, Offers } from '#lib/rules/terms/terms.ts';
import { call } from '../../api.ts';

export interface PriceBasis {
  offers: Offers;
  /** Coupons that could be claimed now. */
  claimable: Coupon[];
  /** The cart beside which it is bought. */
  lines: QuoteLine[];
  region: string | null;
  /** The server's time of the terms. */
  at: EpochMs;
}

/** Rejects with AppError where there is nothing to explain, CancelledError or TimeoutError. */
export async function loadPriceTerms(id: number): Promise<PriceBasis> {
  const { offers, claimable, lines, region, timestamp } = await call(api.priceTerms, { id });
  if (offers === null) throw new AppError(403);
  return {
    offers: fromWire<Offers>(offers),
    claimable: fromWire<Coupon[]>(claimable ?? []),
    lines,
    region,
    at: timestamp,
  };
}
