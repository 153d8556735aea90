/** Suggestions of the search box while the user types. */
import { normalizeText } from '#lib/rules/text/search-text.ts';
import type { Catalogue } from './catalogue.ts';
import { matchMakers, matchProducts } from './match.ts';
import { relevance } from './scores.ts';

export interface Proposal {
  id: number;
  name: string;
  kind: 'goods' | 'maker' | 'merchant';
  /** Syllables of the name separated by spaces, where letters were typed. */
  pinyin?: string;
}

/** Cached suggestions by limit, day and word: many users type the same first letters. */
interface CachedIndex {
  listed: number;
  since: number;
  proposals: Map<string, readonly Proposal[]>;
}

const cached = new WeakMap<Catalogue, CachedIndex>();
const mostCached = 4_000;
/** Sales ranks are at most half a minute old, as in lists. */
const savedMs = 30_000;

/**
 * Distinct names of items, then matching makers and merchants. Cached until items are added, removed or change what
 * lists depend on.
 */
export function suggest(
  catalogue: Catalogue,
  keywords: string,
  limit: number,
  today: number,
): readonly Proposal[] {
  let known = cached.get(catalogue);
  const isFresh = known?.listed === catalogue.listed && Date.now() - known.since < savedMs;
  if (known === undefined || !isFresh || known.proposals.size >= mostCached) {
    known = { listed: catalogue.listed, since: Date.now(), proposals: new Map() };
    cached.set(catalogue, known);
  }
  const key = `${limit} ${today} ${keywords}`;
  const ready = known.proposals.get(key);
  if (ready !== undefined) return ready;
  const made = propose(catalogue, keywords, limit, today);
  known.proposals.set(key, made);
  return made;
}

function propose(catalogue: Catalogue, keywords: string, limit: number, today: number): Proposal[] {
  const names = goodsNames(catalogue, keywords, limit, today);
  const makers = suggestMakers(catalogue, keywords, names.length >= limit - 2 ? 2 : 4);
  const merchants = suggestMerchants(catalogue, keywords, 2);
  const room = limit - makers.length - merchants.length;
  return [...names.slice(0, Math.max(room, 1)), ...makers, ...merchants];
}

/** A name with matching items. */
interface Named {
  score: number;
  sales: number;
  /** Its best-selling item, and the name's total sales. */
  place: number;
  most: number;
  /** Its first item in the catalogue. */
  first: number;
}

/** Best matches first, then best sellers. `id` is that of the best-selling item of the name. */
function goodsNames(catalogue: Catalogue, keywords: string, limit: number, today: number): Proposal[] {
  const { products, goods } = catalogue;
  const best = namesFound(catalogue, keywords, today);
  const hasLetters = /[a-z]/.test(normalizeText(keywords));
  return [...best]
    .sort(([, a], [, b]) => b.score - a.score || b.sales - a.sales || a.first - b.first)
    .slice(0, limit)
    .map(([name, { place }]) => {
      const syllables = hasLetters ? products.syllablesOf(goods.productAt(place)) : null;
      return {
        id: goods.idAt(place),
        name: products.genericNames.text(name),
        kind: 'goods',
        ...(syllables && { pinyin: syllables.join(' ') }),
      };
    });
}

/** By the number of the name. */
function namesFound(
  { products, goods, goodsOf }: Catalogue,
  keywords: string,
  today: number,
): Map<number, Named> {
  const best = new Map<number, Named>();
  const scores = matchProducts(products, keywords);
  if (scores === null) return best;
  for (const product of scores.places) {
    const score = scores.of[product] ?? 0;
    // Matches only by maker or indication are shown in the list; a suggestion should match by name.
    if (score < relevance.shelf) continue;
    const name = products.nameAt(product);
    let known = best.get(name);
    goodsOf.each(product, (place) => {
      if (!goods.isOffered(place, today)) return;
      const sales = goods.salesAt(place);
      if (known === undefined) {
        known = { score, sales: 0, place, most: -1, first: place };
        best.set(name, known);
      }
      known.score = Math.max(known.score, score);
      known.sales += sales;
      known.first = Math.min(known.first, place);
      if (sales > known.most || (sales === known.most && place < known.place)) {
        known.most = sales;
        known.place = place;
      }
    });
  }
  scores.giveBack();
  return best;
}

/** Makers by number of products. `id` numbers makers in the order of the catalogue. */
export function suggestMakers({ products }: Catalogue, keywords: string, limit: number): Proposal[] {
  const scores = matchMakers(products, keywords);
  if (scores === null) return [];
  const counts = new Map<number, number>();
  for (const product of scores.places) {
    if (products.isGone[product] === 1) continue;
    const maker = products.makerAt(product);
    counts.set(maker, (counts.get(maker) ?? 0) + 1);
  }
  scores.giveBack();
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
