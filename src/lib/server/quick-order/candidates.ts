/** Products that a line of a purchase list may mean: a wide search over the catalogue's index, judged by the rules. */
import type { PurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { findTyped } from '#lib/rules/text/typed-pinyin.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { similarNames } from '../engines/search/near.ts';
import { namesMeant } from '../engines/search/other-names.ts';
import type { TextIndex } from '../engines/search/text-index.ts';

/** Names that share characters with a line; the best of them are compared closely. */
const mostNames = 24;
/** Limit of products of a line; those of its best names come first. */
const mostProducts = 150;

/** Places of products in the index, the likeliest first. `pinyin` is that of the line's Chinese characters. */
export function findCandidates(
  { products, goods, goodsOf }: Catalogue,
  line: PurchaseLine,
  pinyin: string,
): number[] {
  const { text, syllables } = products;
  const found = new Set<number>();
  const addOwners = (index: TextIndex, ids: Iterable<number>) => {
    for (const id of ids) for (const owner of index.ownersOf(id)) found.add(owner);
  };
  for (const { code } of line.codes) addOwners(text.code, endingWith(text.code, code));
  for (const word of line.latin) {
    addOwners(text.initials, startingWith(text.initials, word));
    if (word.length >= 4) addOwners(text.pinyin, startingWith(text.pinyin, word));
    if (found.size === 0)
      for (const [id, parts] of syllables.entries())
        if (findTyped(word, parts)?.[0] === 0) addOwners(text.pinyin, [id]);
  }
  if (line.other !== null) addOwners(text.name, namesMeant(text.name, line.other.name));
  addOwners(text.name, similarNames(text.name, line.text, mostNames));
  if (pinyin.length >= 4) addOwners(text.pinyin, within(text.pinyin, pinyin));
  // Items without a seller are no help.
  const today = shanghaiDay(Date.now());
  const isSold = (places: readonly number[]) => places.some((at) => goods.isOffered(at, today));
  return [...found]
    .filter((product) => {
      const places = [...goodsOf.of(product)];
      return places.length > 0 && (isSold(places) || line.codes.length > 0);
    })
    .slice(0, mostProducts);
}

function endingWith(index: TextIndex, code: string): number[] {
  return index.find(code).filter((id) => index.textOf(id).endsWith(code));
}

function startingWith(index: TextIndex, word: string): number[] {
  return index.find(word).filter((id) => index.textOf(id).startsWith(word));
}

/** Values contained in a longer text: found by their first characters, then compared. */
function within(index: TextIndex, text: string): number[] {
  const ids = new Set<number>();
  const heads = new Set<string>();
  for (let at = 0; at + 4 <= text.length; at++) heads.add(text.slice(at, at + 4));
  for (const head of heads)
    for (const id of startingWith(index, head)) if (text.includes(index.textOf(id))) ids.add(id);
  return [...ids];
}
