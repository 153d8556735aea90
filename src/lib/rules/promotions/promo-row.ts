/** Converts an item's stored part in an activity to the promo that prices a line. */
import type { Fen } from '../money/money.ts';
import type { EpochMs, Id, Promo } from '../terms/terms.ts';

export interface PromoRow {
  /** Of the activity. */
  kind: string;
  activityId: Id;
  /** null where the activity sets no price. */
  price: Fen | null;
  /** Pieces a company may have at this price; 0 = no limit. */
  companyLimit: number;
  /** Pieces set aside; null = those of the goods. */
  stock: number | null;
  sold: number;
  startsAt: EpochMs;
  endsAt: EpochMs;
}

/** The promo of a row for a buyer who has had `used` pieces of it; null where it has no price for a plain line. */
export function promoOf(
  { kind, activityId, price, companyLimit, stock, sold, startsAt, endsAt }: PromoRow,
  used: number,
  variant: Promo['variant'] = 'original_price',
): Promo | null {
  if ((kind !== 'flash' && kind !== 'special') || price === null) return null;
  return {
    kind,
    activityId,
    price,
    activityLimit: companyLimit || null,
    used,
    stock: stock === null ? null : stock - sold,
    startsAt,
    endsAt,
    variant,
  };
}
