/** Normal form of text in search: the same for stored and typed text. Pinyin is made elsewhere. */

/** A longer query is cut before any work: it was not typed. */
export const longestQuery = 100;

/** Characters without another form except for case: visible ASCII and the plain Han characters. */
const plain = /^[\x21-\x7e\u4e00-\u9fff]*$/;

/** The normal form: half width, lower case, × ✕ and * alike, single spaces, no space around *. */
export function normalizeText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[×✕✖∗]/g, '*')
    .replace(/\s+/g, ' ')
    .replace(/ ?\* ?/g, '*')
    .trim();
}

/** Runs that are searched separately: Han characters, and other letters with digits, dots, percent and *. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}.%*])+/gu;

/**
 * The tokens of a text for an index: all pairs of adjacent characters within each run, and runs of one character.
 * Distinct, in order of appearance.
 */
export function bigrams(text: string): string[] {
  const tokens = new Set<string>();
  for (const [run] of normalizeText(text).matchAll(runs)) {
    const chars = [...run];
    if (chars.length === 1) tokens.add(run);
    for (const [i, char] of chars.entries()) {
      const next = chars[i + 1];
      if (next !== undefined) tokens.add(char + next);
    }
  }
  return [...tokens];
}

/** The words of a query, all of which must be found: split at spaces and separators, at most eight of them. */
export function splitQuery(query: string): string[] {
  return normalizeText(query.slice(0, longestQuery))
    .split(/[\s,，、;；|/\0]+/)
    .filter((word) => word !== '')
    .slice(0, 8);
}

const packing = /\/ ?(?:盒|瓶|袋|支|板|片|粒|包|罐|桶|箱|件|个|贴|卷|筒|套|条|把)(?![\p{L}\p{N}])/gu;

/**
 * A name as copied from another shop's list: brackets separate words, an x between numbers is the multiplication sign,
 * and the packing at the end (0.25g*24粒/盒) is dropped. For a search that found nothing unchanged.
 */
export function loosenQuery(query: string): string {
  return normalizeText(query.slice(0, longestQuery))
    .replace(packing, ' ')
    .replace(/ ?[()[\]{}<>《》【】〔〕“”"']+ ?/g, ' ')
    .replace(/(?<=[\p{N}a-z%]) ?x ?(?=\p{N})/gu, '*')
    .trim();
}

/** A half-open span of a text, in UTF-16 units. */
export type TextRange = [start: number, end: number];

/** Where the words of a query occur in `text`, merged and in order, as positions of the original text. */
export function matchRanges(text: string, query: string): TextRange[] {
  const words = splitQuery(query);
  if (words.length === 0) return [];
  const { folded, placeOf } = fold(text);
  const found: TextRange[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push([placeOf(at), placeOf(at + word.length)]);
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: TextRange[] = [];
  for (const range of found) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push([...range]);
  }
  return merged;
}

/**
 * The text folded character by character, with the original index of each folded unit; the end follows the last one.
 */
function fold(text: string): { folded: string; placeOf: (unit: number) => number } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const char of text) {
    const part = /\s/.test(char) ? ' ' : normalizeText(char);
    for (let i = 0; i < part.length; i++) origin.push(at);
    folded += part;
    at += char.length;
  }
  return { folded, placeOf: (unit) => origin[unit] ?? text.length };
}

/**
 * Whether `text` contains `word` with at most one slip: a character wrong, missing, too many, or two adjacent ones
 * swapped. `isAnchored` requires it at the beginning of the text.
 */
export function holdsWithSlip(text: string, word: string, isAnchored: boolean): boolean {
  // Rows of the usual edit distance table; a start within the text costs nothing unless it is anchored. No path leads
  // from beyond a row.
  let before: number[] = [];
  let row = Array.from({ length: text.length + 1 }, (_, at) => (isAnchored ? at : 0));
  for (let i = 1; i <= word.length; i++) {
    let left = i;
    const next = [left];
    for (let j = 1; j <= text.length; j++) {
      const isSame = word[i - 1] === text[j - 1];
      const above = row[j] ?? Infinity;
      const aslant = row[j - 1] ?? Infinity;
      let cost = Math.min(above + 1, left + 1, aslant + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && word[i - 1] === text[j - 2] && word[i - 2] === text[j - 1];
      if (isSwapped) cost = Math.min(cost, (before[j - 2] ?? Infinity) + 1);
      next.push(cost);
      left = cost;
    }
    [before, row] = [row, next];
  }
  return row.some((cost) => cost <= 1);
}
