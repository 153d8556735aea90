/** Items by a trade name or a former name of their drug: 芬必得 finds 布洛芬缓释胶囊 of every maker. */
import { foldAlike } from '#lib/rules/names/alike.ts';
import { findOtherName, isMeant, type OtherName, otherNames } from '#lib/rules/names/trade-names.ts';
import { pinyinOf } from './pinyin.ts';
import type { Products } from './products.ts';
import { relevance, type Scores } from './scores.ts';
import type { TextIndex } from './text-index.ts';

/** Numbers of the names that another name means. */
export function namesMeant(index: TextIndex, other: OtherName): number[] {
  const ids = new Set(other.meanings.flatMap(({ drug }) => index.find(drug)));
  return [...ids].filter((id) => isMeant(other, index.textOf(id)));
}

/** Marks the items that a word means as another name, and records it; false when it is none, or none are sold. */
export function markOtherName(products: Products, word: string, scores: Scores, meant: OtherName[]): boolean {
  const other = findOtherName(word);
  if (other === undefined) return false;
  const { name } = products.text;
  const ids = namesMeant(name, other);
  for (const id of ids) name.eachOwner(id, (owner) => scores.raise(owner, relevance.inName));
  if (ids.length > 0) meant.push(other);
  return ids.length > 0;
}

/** Other names by look and sound; built at the first slip. */
let folded: Map<string, OtherName> | undefined;

/** The same for a word that looks or sounds like another name, or like the beginning of one. */
export function markNearOtherName(
  products: Products,
  word: string,
  scores: Scores,
  meant: OtherName[],
): boolean {
  if (word.length < 2) return false;
  folded ??= new Map(otherNames.flatMap((one) => waysOf(one.name).map((way) => [way, one] as const)));
  const ways = /^[a-z]+$/.test(word) ? [word] : waysOf(word);
  const found = ways.flatMap((way) => folded?.get(way) ?? []);
  const near = found.length > 0 ? found.slice(0, 1) : otherNames.filter(({ name }) => name.startsWith(word));
  return near.filter(({ name }) => markOtherName(products, name, scores, meant)).length > 0;
}

function waysOf(name: string): string[] {
  const { full } = pinyinOf(name);
  return [`~${foldAlike(name)}`, ...(full.length >= 5 ? [full] : [])];
}
