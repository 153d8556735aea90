/** Names that the typed text may mean: one slip away, sounding alike, or sharing characters. */
import { alikeWords, foldSound, soundVariants } from '#lib/rules/names/alike.ts';
import { holdsWithSlip, normalizeText } from '#lib/rules/text/search-text.ts';
import type { Catalogue } from './catalogue.ts';
import { splitSyllables } from './grams.ts';
import { pinyinOf } from './pinyin.ts';
import type { Products } from './products.ts';
import type { TextIndex } from './text-index.ts';

const allHan = /^\p{Script=Han}+$/u;
const latin = /^[a-z]+$/;

/**
 * Slips are looked for in names of four characters and more; in pinyin from six letters on, because short ones are
 * often alike.
 */
const leastName = 4;
const leastPinyin = 6;
/** Longer text is not typed but pasted, and has no slips. */
const longest = 40;

/** A value of an index that a word may have meant. */
export interface Near {
  index: TextIndex;
  id: number;
  /** The word matches at the beginning of the value. */
  isAtStart: boolean;
}

/** Names that an unknown word may mean: homophones first, else names one slip away. */
export function findNear(products: Products, word: string): Near[] {
  if (word.length > longest) return [];
  const { name, pinyin } = products.text;
  if (latin.test(word)) return word.length < leastPinyin ? [] : withSlip(pinyin, word, true);
  if (!allHan.test(word)) return word.length >= leastName ? withSlip(name, word, false) : [];
  const sounding = word.length >= 3 ? homophones(products, word) : [];
  if (sounding.length > 0) return sounding;
  const looking = lookingAlike(name, word);
  if (looking.length > 0) return looking;
  const near =
    word.length >= leastName
      ? withSlip(name, word, false)
      : word.length === leastName - 1
        ? withGap(name, word)
        : [];
  return near.length > 0 ? near : soundingNear(products, word);
}

/** 头疱: names with the word after replacing look-alike characters. */
function lookingAlike(index: TextIndex, word: string): Near[] {
  const near = new Map<number, Near>();
  for (const other of word.length < 2 ? [] : alikeWords(word))
    for (const id of index.find(other))
      near.set(id, { index, id, isAtStart: index.textOf(id).startsWith(other) });
  return [...near.values()];
}

/** 头包, 阿末西令: nearly right when read aloud. Matches whole syllables of a name, in a row. */
function soundingNear({ text: { pinyin }, syllables }: Products, word: string): Near[] {
  const { full, initials } = pinyinOf(word);
  const typed = word.length < 2 || full.length < leastPinyin - 1 ? null : splitSyllables(full, initials);
  if (typed === null) return [];
  const sound = typed.map(foldSound);
  const near: Near[] = [];
  const ids = new Set(soundVariants(typed).flatMap((one) => pinyin.find(one)));
  for (const id of ids) {
    const parts = (syllables.of(id) ?? []).map(foldSound);
    const at = parts.findIndex((_, from) => sound.every((one, next) => parts[from + next] === one));
    if (at >= 0) near.push({ index: pinyin, id, isAtStart: at === 0 });
  }
  return near;
}

/** 阿莫林: three characters of a name of four, with one inner character missing. */
function withGap(index: TextIndex, word: string): Near[] {
  const [first, second, third] = [...word];
  if (first === undefined) return [];
  const gapAt = (name: string): number => {
    for (let at = name.indexOf(first); at >= 0; at = name.indexOf(first, at + 1)) {
      const isInside = name[at + 1] === second || name[at + 2] === second;
      if (isInside && name[at + 3] === third) return at;
    }
    return -1;
  };
  const ids = new Set([...index.find(word.slice(0, 2)), ...index.find(word.slice(1))]);
  return [...ids].flatMap((id) => {
    const at = gapAt(index.textOf(id));
    return at < 0 ? [] : [{ index, id, isAtStart: at === 0 }];
  });
}

/** 阿末西临: every character may be wrong, but read aloud it is right. */
function homophones({ text: { pinyin }, syllables }: Products, word: string): Near[] {
  const { full } = pinyinOf(word);
  if (full.length < leastPinyin) return [];
  return pinyin.find(full).flatMap((id) => {
    let at = 0;
    for (const part of syllables.of(id) ?? []) {
      if (pinyin.textOf(id).startsWith(full, at)) return [{ index: pinyin, id, isAtStart: at === 0 }];
      at += part.length;
    }
    return [];
  });
}

/**
 * One slip leaves one half of a word unchanged, so only values that contain a half are compared; swaps are tried out.
 */
function withSlip(index: TextIndex, word: string, isAnchored: boolean): Near[] {
  const middle = Math.floor(word.length / 2);
  const ids = new Set([...index.find(word.slice(0, middle)), ...index.find(word.slice(middle))]);
  for (let at = 0; at + 1 < word.length; at++) {
    const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    for (const id of index.find(swapped)) ids.add(id);
  }
  const near: Near[] = [];
  for (const id of ids) {
    const value = index.textOf(id);
    if (value.length < leastName) continue;
    if (holdsWithSlip(value, word, true)) near.push({ index, id, isAtStart: true });
    else if (!isAnchored && holdsWithSlip(value, word, false)) near.push({ index, id, isAtStart: false });
  }
  return near;
}

/** Names of items on the shelf to suggest when a search finds nothing, the likeliest first, without duplicates. */
export function nearNames(
  { products, goods, goodsOf }: Catalogue,
  keywords: string,
  most: number,
  today: number,
): string[] {
  const text = normalizeText(keywords).slice(0, longest);
  const { name, pinyin } = products.text;
  const letters = text.replace(/[^a-z]/g, '');
  const index = /\p{Script=Han}/u.test(text) ? name : pinyin;
  const ids = index === name ? similarNames(name, text, most * 2) : similarNames(pinyin, letters, most * 2);
  const isSold = (product: number) => goodsOf.of(product).some((place) => goods.isOffered(place, today));
  const names = ids.flatMap((id) => {
    const owner = index.ownersOf(id).find(isSold);
    return owner === undefined ? [] : [products.nameOf(owner)];
  });
  return [...new Set(names)].slice(0, most);
}

/**
 * Ids of names by the pairs of characters they share with a text, the likeliest first: rare pairs weigh more, long names
 * must share more.
 */
export function similarNames(index: TextIndex, text: string, most: number): number[] {
  const weights = new Map<number, number>();
  const pairs = new Set<string>();
  const plain = text.replace(/[^\p{L}\p{N}%.]+/gu, ' ');
  for (let at = 0; at + 1 < plain.length; at++) {
    const pair = plain.slice(at, at + 2);
    if (!pair.includes(' ') && /\p{L}/u.test(pair)) pairs.add(pair);
  }
  for (const pair of pairs) {
    const ids = index.find(pair);
    const weight = 1 / Math.log2(2 + ids.length);
    for (const id of ids) weights.set(id, (weights.get(id) ?? 0) + weight);
  }
  const [head = ''] = text.split(' ');
  const whole = index.idOf(head);
  const scored = [...weights].map(([id, weight]) => {
    const name = index.textOf(id);
    return { id, weight: (text.includes(name) ? 10 + name.length : 0) + weight / Math.sqrt(name.length) };
  });
  scored.sort((a, b) => b.weight - a.weight || a.id - b.id);
  return [...(whole === undefined ? [] : [whole]), ...scored.slice(0, most).map(({ id }) => id)];
}
