/** Characters that a line and a name share, in their order. */

import { otherMeasures, type PurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { belongsToName } from '#lib/rules/purchase/purchase-measures.ts';

/** A piece of a line's text: from `start` up to `end`. */
export type Span = { start: number; end: number };

/** A character of a line and its place. */
export type PlacedChar = { char: string; at: number };

/** A significant character: not signs and blanks. */
export const content = /[\p{L}\p{N}%]/u;

/** The part of the line that may be a name: its Han and Latin characters outside maker, codes and spec units. */
export function headOf(line: PurchaseLine, maker: Span | null): PlacedChar[] {
  const measures = otherMeasures(line, null, []);
  const taken: Span[] = [
    ...(maker ? [maker] : []),
    ...line.codes,
    ...measures.filter((measure) => !belongsToName(line.text, measure)),
  ];
  const chars: PlacedChar[] = [];
  for (let at = 0; at < line.text.length; at++) {
    const char = line.text.charAt(at);
    if (!content.test(char) || taken.some(({ start, end }) => at >= start && at < end)) continue;
    chars.push({ char, at });
  }
  return chars;
}

/** True where at most one character is between each and the next. */
export function isRun(chars: { at: number }[]): boolean {
  return chars.every(({ at }, i) => at - (chars[i - 1]?.at ?? at) <= 2);
}

/** Longest common subsequence of the line's characters and a name, with the places of the line's; may be empty. */
export function commonChars(head: PlacedChar[], name: string): PlacedChar[] {
  const rows = head.length;
  const columns = name.length;
  const table = new Uint8Array((rows + 1) * (columns + 1));
  const width = columns + 1;
  // How much is shared from a place of either on; beyond both ends nothing.
  const from = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i--) {
    const char = head[i]?.char;
    for (let j = columns - 1; j >= 0; j--)
      table[i * width + j] =
        char === name[j] ? from(i + 1, j + 1) + 1 : Math.max(from(i + 1, j), from(i, j + 1));
  }
  const shared: PlacedChar[] = [];
  let j = 0;
  for (const [i, own] of head.entries()) {
    while (j < columns && own.char !== name[j] && from(i + 1, j) < from(i, j + 1)) j++;
    if (own.char !== name[j]) continue;
    shared.push(own);
    j++;
  }
  return shared;
}
