/** The price of a rank (会员价, rules 4, step 1): an item's price for members of a rank, before anything else. */
import type { Fen } from './money.ts';

export interface RankPrices {
  /** 会员价 of rank 0. */
  memberPrice: Fen;
  /** Lower prices by the rank from which they count. */
  rankPrices: Readonly<Record<string, Fen>>;
}

/** The lowest prices for members of the ranks 0, 1, 2…, `count` of them: {@link rankPrice} of each. */
export function pricesByRank({ memberPrice, rankPrices }: RankPrices, count: number): Fen[] {
  const prices = new Array<Fen>(count).fill(memberPrice);
  for (const from in rankPrices) {
    const lower = rankPrices[from] ?? memberPrice;
    for (let rank = Math.max(0, Math.ceil(Number(from))); rank < count; rank++)
      if (lower < (prices[rank] ?? 0)) prices[rank] = lower;
  }
  return prices;
}

/** The lowest price that members of a rank have; a rank has the prices of all ranks below it too. */
export function rankPrice({ memberPrice, rankPrices }: RankPrices, rank: number): Fen {
  let price = memberPrice;
  for (const [from, lower] of Object.entries(rankPrices))
    if (Number(from) <= rank && lower < price) price = lower;
  return price;
}
