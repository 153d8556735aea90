/** What the search box proposes while somebody types. */
import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { Catalogue } from './catalogue.ts';
import { matchMakers, matchProducts, relevance } from './match.ts';

export interface Proposal {
  id: number;
  name: string;
  kind: 'goods' | 'maker' | 'merchant';
  /** Syllables of the name, a space between, where letters were typed. */
  pinyin?: string;
}

/** Names of goods, whole and each once, then makers and merchants that fit. */
export function suggest(catalogue: Catalogue, keywords: string, limit: number, today: number): Proposal[] {
  const names = goodsNames(catalogue, keywords, limit, today);
  const makers = suggestMakers(catalogue, keywords, names.length >= limit - 2 ? 2 : 4);
  const merchants = suggestMerchants(catalogue, keywords, 2);
  const room = limit - makers.length - merchants.length;
  return [...names.slice(0, Math.max(room, 1)), ...makers, ...merchants];
}

/** Best answers first, then the ones that sell best. `id` is that of the best-selling goods of the name. */
function goodsNames(
  { products, goods, goodsOf }: Catalogue,
  keywords: string,
  limit: number,
  today: number,
): Proposal[] {
  const scores = matchProducts(products, keywords);
  if (scores === null) return [];
  const hasLetters = /[a-z]/.test(normalizeText(keywords));
  const best = new Map<string, { score: number; sales: number; place: number; most: number }>();
  for (let product = 0; product < scores.length; product++) {
    const score = scores[product] ?? 0;
    // What only a maker or an indication finds stands in the list; as a proposal names help.
    if (score < relevance.shelf) continue;
    const name = products.nameOf(product);
    for (const place of goodsOf[product] ?? []) {
      if (!goods.isOffered(place, today)) continue;
      const sales = goods.sales[place] ?? 0;
      const known = best.get(name);
      if (known === undefined) best.set(name, { score, sales, place, most: sales });
      else {
        known.score = Math.max(known.score, score);
        known.sales += sales;
        if (sales > known.most) Object.assign(known, { most: sales, place });
      }
    }
  }
  return [...best]
    .sort(([, a], [, b]) => b.score - a.score || b.sales - a.sales)
    .slice(0, limit)
    .map(([name, { place }]) => {
      const syllables = hasLetters ? products.syllablesOf(goods.productAt(place)) : null;
      return {
        id: goods.idAt(place),
        name,
        kind: 'goods',
        ...(syllables && { pinyin: syllables.join(' ') }),
      };
    });
}

/** Makers by how many products they have. `id` counts makers in the order of the catalogue. */
export function suggestMakers({ products }: Catalogue, keywords: string, limit: number): Proposal[] {
  const scores = matchMakers(products, keywords);
  if (scores === null) return [];
  const counts = new Map<number, number>();
  for (let product = 0; product < scores.length; product++) {
    if (scores[product] === 0) continue;
    const maker = products.makers[product] ?? -1;
    counts.set(maker, (counts.get(maker) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, limit)
    .map(([maker]) => ({ id: maker + 1, name: products.makerNames.text(maker), kind: 'maker' }));
}

function suggestMerchants({ merchants }: Catalogue, keywords: string, limit: number): Proposal[] {
  const word = normalizeText(keywords);
  return [...merchants.values()]
    .filter(({ shortName, fullName }) => shortName.includes(word) || fullName.includes(word))
    .slice(0, limit)
    .map(({ id, shortName }) => ({ id, name: shortName, kind: 'merchant' }));
}
