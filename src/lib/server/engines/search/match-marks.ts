/** Marks the products that a word matches, one way each. */
import { findTyped } from '#lib/rules/text/typed-pinyin.ts';
import type { Products } from './products.ts';
import { relevance, type Scores } from './scores.ts';
import type { TextIndex } from './text-index.ts';

export const han = /\p{Script=Han}/u;

/** Raises the scores of all things with a value of the index to at least `score`. */
export function raise(scores: Scores, index: TextIndex, id: number, score: number): void {
  index.eachOwner(id, (owner) => scores.raise(owner, score));
}

export function mark(index: TextIndex, word: string, scores: Scores, score: number): void {
  for (const id of index.find(word)) raise(scores, index, id, score);
}

export function markNames(index: TextIndex, word: string, scores: Scores): void {
  for (const id of index.find(word)) {
    const value = index.textOf(id);
    const score =
      value === word ? relevance.exact : value.startsWith(word) ? relevance.namePrefix : relevance.inName;
    raise(scores, index, id, score);
  }
}

export function markExact(index: TextIndex, name: string, scores: Scores): void {
  const id = index.idOf(name);
  if (id !== undefined) raise(scores, index, id, relevance.exact);
}

/** Codes are found by their beginning, or by a part long enough to be meant. */
export function markCodes(index: TextIndex, word: string, scores: Scores): void {
  if (word.length < 4) return;
  for (const id of index.find(word)) {
    const value = index.textOf(id);
    raise(scores, index, id, value.endsWith(word) || value === word ? relevance.exact : relevance.inName);
  }
}

/** amxl; one letter counts at the beginning only. */
export function markInitials({ text: { initials } }: Products, word: string, scores: Scores): void {
  for (const id of initials.find(word)) {
    const value = initials.textOf(id);
    if (value === word) raise(scores, initials, id, relevance.exact);
    else if (value.startsWith(word)) raise(scores, initials, id, relevance.namePrefix);
    else if (word.length > 1) raise(scores, initials, id, relevance.brand);
  }
}

/** amoxilin, xilin: from the beginning of a syllable on. */
export function markPinyin({ text: { pinyin }, syllables }: Products, word: string, scores: Scores): void {
  if (word.length < 2) return;
  for (const id of pinyin.find(word)) {
    const value = pinyin.textOf(id);
    if (value === word) raise(scores, pinyin, id, relevance.exact);
    else if (value.startsWith(word)) raise(scores, pinyin, id, relevance.namePrefix);
    else if (word.length > 2 && startsSyllable(value, word, syllables.of(id)))
      raise(scores, pinyin, id, relevance.brand);
  }
}

function startsSyllable(value: string, word: string, syllables: readonly string[] | null): boolean {
  if (syllables === null) return true;
  let at = 0;
  for (const part of syllables) {
    if (value.startsWith(word, at)) return true;
    at += part.length;
  }
  return false;
}

/** amoxl, amxljiaonang: initials and syllables in one word. Tried when nothing plain was found. */
export function markMixed({ text: { pinyin }, syllables }: Products, word: string, scores: Scores): void {
  if (word.length < 3) return;
  for (const [id, parts] of syllables.entries()) {
    const span = findTyped(word, parts);
    if (span !== null) raise(scores, pinyin, id, span[0] === 0 ? relevance.namePrefix : relevance.brand);
  }
}

/** Makers' pinyin is matched from the beginning, or by a part long enough to be meant. */
export function markMakers({ text }: Products, word: string, scores: Scores): void {
  if (han.test(word)) mark(text.maker, word, scores, relevance.maker);
  for (const index of [text.makerInitials, text.makerPinyin])
    for (const id of index.find(word)) {
      if (word.length > 2 || index.textOf(id).startsWith(word)) raise(scores, index, id, relevance.maker);
    }
}
