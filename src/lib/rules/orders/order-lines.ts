/** The origin of a line of an order. */

import type { LineKind } from '../terms/asked.ts';
import { keysOf } from '../terms/keys.ts';

/** The cart's kinds, and the gifts that come with them. Each part of a combination is a line of its own. */
export type OrderLineKind = LineKind | 'gift';

/** isOfGroup: all who take part wait for its payment. isBought: the buyer chose it for itself. Gifts and add-ons come with what earns them. */
const table = {
  normal: { isBought: true, isOfGroup: false },
  flash: { isBought: true, isOfGroup: false },
  group_buy: { isBought: true, isOfGroup: true },
  combination: { isBought: true, isOfGroup: false },
  add_on: { isBought: false, isOfGroup: false },
  gift: { isBought: false, isOfGroup: false },
} satisfies Record<OrderLineKind, { isBought: boolean; isOfGroup: boolean }>;

export const orderLineKinds = keysOf(table);

/** True for what 再来一单 puts into the cart again. */
export function isBought(kind: OrderLineKind): boolean {
  return table[kind].isBought;
}

/** True for a line of a group-buy. */
export function isOfGroup(kind: OrderLineKind): boolean {
  return table[kind].isOfGroup;
}
