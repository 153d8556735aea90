/**
 * Short runs of characters by which a text is found, each as one number: one and two characters, and three where all
 * are ASCII.
 */
import { IntList } from './columns.ts';
import { Dictionary } from './dictionary.ts';

/**
 * `any`: single characters find a text too. `part`: three ASCII characters, or two with a non-ASCII one; shorter words
 * are compared with every text. Codes are searched by long parts only, and there are as many as products.
 */
export type Grain = 'any' | 'part';

const two = (first: number, second: number) => (first << 16) | second;
/** Distinct from pairs: those begin with no character of the private area. */
const three = (first: number, second: number, third: number) =>
  (0xe000 << 16) | (first << 14) | (second << 7) | third;

/** Appends the grams of a text; a repeated gram is appended again. */
export function gramsInto(grams: IntList, text: string, grain: Grain): void {
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at);
    if (grain === 'any') grams.push(first);
    if (at + 1 === text.length) break;
    const second = text.charCodeAt(at + 1);
    const third = at + 2 < text.length ? text.charCodeAt(at + 2) : 128;
    if (grain === 'any' || first > 127 || second > 127) grams.push(two(first, second));
    if (first < 128 && second < 128 && third < 128) grams.push(three(first, second, third));
  }
}

/** The longest grams of a word: every text with the word contains all of them. None for a word that is too short. */
export function keysInto(keys: IntList, word: string, grain: Grain): void {
  if (word.length === 1 && grain === 'any') keys.push(word.charCodeAt(0));
  for (let at = 0; at + 1 < word.length; at++) {
    const first = word.charCodeAt(at);
    const second = word.charCodeAt(at + 1);
    const third = at + 2 < word.length ? word.charCodeAt(at + 2) : 128;
    const isAscii = first < 128 && second < 128;
    if (isAscii && third < 128) keys.push(three(first, second, third));
    else if (grain === 'any' || !isAscii) keys.push(two(first, second));
  }
}

/** A syllable as it is typed without tones; ü is v. */
const syllable =
  /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:[aoeiuv]|ai|ei|ao|ou|ia|ie|iao|iu|ua|uo|uai|ui|ue|ve|an|en|in|un|vn|ang|eng|ing|ong|ian|iang|iong|uan|uang|er)$/;

/**
 * Splits a pinyin word into syllables by its initials: `amoxilin`, `amxl` → a mo xi lin. Latin letters and digits are
 * the same in both. null when the two do not match.
 */
export function splitSyllables(full: string, initials: string): string[] | null {
  const dead = new Set<number>();
  const parts: string[] = [];
  function walk(at: number, next: number): boolean {
    if (next === initials.length) return at === full.length;
    if (full[at] !== initials[next]) return false;
    const state = at * 1000 + next;
    if (dead.has(state)) return false;
    for (let length = Math.min(6, full.length - at); length >= 1; length--) {
      const part = full.slice(at, at + length);
      if (length > 1 && !syllable.test(part)) continue;
      parts.push(part);
      if (walk(at + length, next + 1)) return true;
      parts.pop();
    }
    dead.add(state);
    return false;
  }
  return walk(0, 0) ? parts : null;
}

/** The syllables of many words, by number: there are about four hundred syllables, and thousands of words. */
export class SyllableLists {
  private readonly known = new Dictionary();
  private readonly parts = new IntList();
  /** End of each word. */
  private readonly ends = new IntList();

  get length(): number {
    return this.ends.length;
  }

  /** Adds the syllables of the next word; null where it could not be split. */
  push(parts: readonly string[] | null): void {
    for (const part of parts ?? []) this.parts.push(this.known.number(part));
    this.ends.push(this.parts.length);
  }

  /** The syllables of a word by its number; null where unknown. */
  of(id: number): string[] | null {
    const [from, end] = [id > 0 ? this.ends.at(id - 1) : 0, this.ends.at(id)];
    if (id < 0 || id >= this.length || from === end) return null;
    return Array.from({ length: end - from }, (_, nth) => this.known.text(this.parts.at(from + nth)));
  }

  /** All known syllables, with the numbers of their words. */
  *entries(): Generator<readonly [id: number, parts: readonly string[]], void> {
    for (let id = 0; id < this.length; id++) {
      const parts = this.of(id);
      if (parts !== null) yield [id, parts];
    }
  }
}
