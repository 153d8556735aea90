import type { Catalogue } from './catalogue.ts';
import { type MatchNotes, matchProducts } from './match.ts';
import { relevance } from './scores.ts';

/**
 * Ids of items by name, brand, pinyin or code, of any merchant or of one: best matches first, then best sellers. Items
 * that are off the shelf or expired are among them. A word that had to be guessed finds none.
 */
export function findItemsForDesk(
  catalogue: Catalogue,
  keywords: string,
  { merchantId, limit }: { merchantId: number | null; limit: number },
): number[] {
  const { products, goods, goodsOf } = catalogue;
  const notes: MatchNotes = { isNear: false, meant: [], taken: null };
  const scores = matchProducts(products, keywords, notes);
  if (scores === null) return [];
  const found: { place: number; score: number; sales: number }[] = [];
  if (!notes.isNear)
    for (const product of scores.places) {
      const score = scores.of[product] ?? 0;
      if (score < relevance.brand || products.isGone[product] === 1) continue;
      goodsOf.each(product, (place) => {
        if (merchantId === null || goods.merchantAt(place) === merchantId)
          found.push({ place, score, sales: goods.salesAt(place) });
      });
    }
  scores.giveBack();
  return found
    .sort((a, b) => b.score - a.score || b.sales - a.sales || a.place - b.place)
    .slice(0, limit)
    .map(({ place }) => goods.idAt(place));
}
