/**
 * The wire's numbers and the code's words (rules 3, 11, 12 and 15). They are only here and in `order-numbers.ts`: inside,
 * lines, orders and ladders use words. The types ensure that each pair of tables is the inverse of the other.
 */
import type { LineKind } from '#lib/rules/terms/asked.ts';
import type { LadderKind } from '#lib/rules/terms/terms.ts';

export type TurnedRound<Numbers extends Record<string, number>> = {
  [Word in keyof Numbers as Numbers[Word]]: Word;
};

/** `type` of a line of the cart. */
export const lineTypes = {
  normal: 0,
  flash: 1,
  group_buy: 2,
  combination: 3,
  add_on: 4,
} as const satisfies Record<LineKind, number>;

export const lineKinds = {
  0: 'normal',
  1: 'flash',
  2: 'group_buy',
  3: 'combination',
  4: 'add_on',
} as const satisfies TurnedRound<typeof lineTypes>;

/** `type` of a search: by the goods' own words, or by its maker. */
export const searchTypes = { goods: 0, maker: 1 } as const;

/** `ladder_price_type`. */
export const ladderNumbers = { up_to: 1, from: 2 } as const satisfies Record<LadderKind, number>;

/** The word of a number that came over the wire; undefined for a number that is none. */
export function wordOf<Word extends string>(
  words: Readonly<Record<number, Word>>,
  number: number,
): Word | undefined {
  return words[number];
}
