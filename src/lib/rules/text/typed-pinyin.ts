/** Letters typed for a Chinese name: its syllables in full, by their first letters, or mixed. */
import { splitQuery, type TextRange } from './search-text.ts';

/**
 * Whether typed letters name consecutive syllables, from any of them on: each by its first letter or in full, the last
 * one by any beginning. `amoxl`, `amxljiaon` and `xilin` all name a mo xi lin jiao nang. Returns the half-open span of
 * syllables, or null.
 */
export function findTyped(typed: string, syllables: readonly string[]): [start: number, end: number] | null {
  for (let start = 0; start < syllables.length; start++) {
    const end = names(typed, 0, syllables, start);
    if (end >= 0) return [start, end];
  }
  return null;
}

/** Behind which syllable the typed letters end, -1 when they do not fit. */
function names(typed: string, at: number, syllables: readonly string[], next: number): number {
  if (at === typed.length) return next;
  const part = syllables[next];
  if (part === undefined || part[0] !== typed[at]) return -1;
  const rest = typed.length - at;
  if (rest <= part.length && part.startsWith(typed.slice(at))) return next + 1;
  if (part.length <= rest && typed.startsWith(part, at)) {
    const end = names(typed, at + part.length, syllables, next + 1);
    if (end >= 0) return end;
  }
  return part.length > 1 ? names(typed, at + 1, syllables, next + 1) : -1;
}

/** Where the words of a query occur in a name by its pinyin, a syllable a character, in UTF-16 units and in order. */
export function pinyinRanges(name: string, syllables: readonly string[], query: string): TextRange[] {
  const characters = [...name];
  if (characters.length !== syllables.length) return [];
  const starts: number[] = [];
  let at = 0;
  for (const character of characters) {
    starts.push(at);
    at += character.length;
  }
  const startOf = (syllable: number) => starts[syllable] ?? name.length;
  const found = splitQuery(query)
    .filter((word) => /^[a-z]+$/.test(word))
    .flatMap((word) => {
      const span = findTyped(word, syllables);
      return span === null ? [] : [span];
    })
    .sort(([a], [b]) => a - b);
  const ranges: TextRange[] = [];
  for (const [start, end] of found) {
    const last = ranges.at(-1);
    if (last && startOf(start) <= last[1]) last[1] = Math.max(last[1], startOf(end));
    else ranges.push([startOf(start), startOf(end)]);
  }
  return ranges;
}
