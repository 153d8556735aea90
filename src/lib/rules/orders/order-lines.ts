/** The origin of a line of an order. */

import type { LineKind } from '../terms/asked.ts';
import { keysOf } from '../terms/keys.ts';

/** The cart's kinds, and the gifts that come with them. Each part of a combination is a line of its own. */
export type OrderLineKind = LineKind | 'gift';

/** isBought: the buyer chose it for itself. Gifts and add-ons come with what earns them. */
const table = {
  normal: { isBought: true },
  flash: { isBought: true },
  group_buy: { isBought: true },
  combination: { isBought: true },
  add_on: { isBought: false },
  gift: { isBought: false },
} satisfies Record<OrderLineKind, { isBought: boolean }>;

export const orderLineKinds = keysOf(table);

/** True for what 再来一单 puts into the cart again. */
export function isBought(kind: OrderLineKind): boolean {
  return table[kind].isBought;
}
