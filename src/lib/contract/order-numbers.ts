/** The numbers of orders on the wire (rules 11, 12 and 15); a room of its own, because every page loads `numbers.ts`. */
import type { OrderLineKind } from '#lib/rules/orders/order-lines.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { lineKinds, lineTypes, type TurnedRound, wordOf } from './numbers.ts';

/** `type` of a line of an order: includes gifts. */
export const orderLineTypes = { ...lineTypes, gift: 5 } as const satisfies Record<OrderLineKind, number>;

export const orderLineKinds = { ...lineKinds, 5: 'gift' } as const satisfies TurnedRound<
  typeof orderLineTypes
>;

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

/** The status of a wire number. Throws RangeError for an unknown one. */
export function orderStatusOf(number: number): OrderStatus {
  const status = wordOf(orderWords, number);
  if (status === undefined) throw new RangeError(`not an order status: ${number}`);
  return status;
}
