/**
 * Short runs of characters by which a text is found, each as one number: one and two characters, and three where all
 * are ASCII.
 */
import type { IntList } from './int-list.ts';

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
