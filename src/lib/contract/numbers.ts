/**
 * The wire's numbers and the code's words (rules 3, 11, 12 and 15). They are only here: inside, lines, orders and
 * ladders use words. The types ensure that each pair of tables is the inverse of the other.
 */
import type { OrderLineKind } from '#lib/rules/orders/order-lines.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { LineKind } from '#lib/rules/terms/asked.ts';
import type { LadderKind } from '#lib/rules/terms/terms.ts';

type TurnedRound<Numbers extends Record<string, number>> = { [Word in keyof Numbers as Numbers[Word]]: Word };

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

/** `type` of a line of an order: includes gifts. */
export const orderLineTypes = { ...lineTypes, gift: 5 } as const satisfies Record<OrderLineKind, number>;

export const orderLineKinds = { ...lineKinds, 5: 'gift' } as const satisfies TurnedRound<
  typeof orderLineTypes
>;

/** `type` of a search: by the goods' own words, or by its maker. */
export const searchTypes = { goods: 0, maker: 1 } as const;

/** `status` of an order. */
export const orderNumbers = {
  to_pay: 10,
  to_verify: 12,
  to_approve: 15,
  to_ship: 20,
  part_shipped: 25,
  to_receive: 30,
  refusing: 35,
  completed: 50,
  cancelled: 90,
  closed: 91,
} as const satisfies Record<OrderStatus, number>;

export const orderWords = {
  10: 'to_pay',
  12: 'to_verify',
  15: 'to_approve',
  20: 'to_ship',
  25: 'part_shipped',
  30: 'to_receive',
  35: 'refusing',
  50: 'completed',
  90: 'cancelled',
  91: 'closed',
} as const satisfies TurnedRound<typeof orderNumbers>;

/** `ladder_price_type`. */
export const ladderNumbers = { up_to: 1, from: 2 } as const satisfies Record<LadderKind, number>;

/** The word of a number that came over the wire; undefined for a number that is none. */
export function wordOf<Word extends string>(
  words: Readonly<Record<number, Word>>,
  number: number,
): Word | undefined {
  return words[number];
}

/** The status of a wire number. Throws RangeError for an unknown one. */
export function orderStatusOf(number: number): OrderStatus {
  const status = wordOf(orderWords, number);
  if (status === undefined) throw new RangeError(`not an order status: ${number}`);
  return status;
}
