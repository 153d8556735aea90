/** Goods as they were some days ago: another price, an older lot. Pure. */

import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import type { OfferRow } from '#lib/server/cache/own-facts-rows.ts';
import { dayFrom } from '../seed/dates.ts';

/** Days that a lot is sold before the next one comes. */
const lotDays = 40;

/** The past price of an item, as a share of today's: a third never moved, the others went up or down once. */
export function priceShare(goodsId: number, daysAgo: number): number {
  const random = makeRandom(`${goodsId}/price`);
  const kind = random.int(0, 2);
  const movedDaysAgo = random.int(4, 60);
  if (kind === 0 || daysAgo <= movedDaysAgo) return 1;
  return kind === 1 ? random.int(92, 97) / 100 : random.int(103, 108) / 100;
}

/** The terms of then, with today's stock: what was sold since has been filled up again. */
export function termsThen(terms: GoodsTerms, daysAgo: number): GoodsTerms {
  const share = priceShare(terms.id, daysAgo);
  const then = (fen: number) => Math.max(1, Math.round(fen * share));
  return {
    ...terms,
    price: then(terms.price),
    memberPrice: terms.memberPrice === null ? null : then(terms.memberPrice),
    ladder: terms.ladder && {
      ...terms.ladder,
      tiers: terms.ladder.tiers.map((tier) => ({ ...tier, price: then(tier.price) })),
    },
  };
}

/** The row of then: the lot that lay there was as many days older as the lots since have taken. */
export function rowThen(row: OfferRow, daysAgo: number): OfferRow {
  const days = -Math.floor(daysAgo / lotDays) * lotDays;
  const { producedOn, expiresOn } = row.goods;
  if (days === 0 || producedOn === null || expiresOn === null) return row;
  const earlier = (day: string) => dayFrom(new Date(`${day}T00:00:00+08:00`), days);
  const made = earlier(producedOn);
  const lotNo = `${made.replaceAll('-', '').slice(2)}${String(row.goods.id % 100).padStart(2, '0')}`;
  return { ...row, goods: { ...row.goods, producedOn: made, expiresOn: earlier(expiresOn), lotNo } };
}
