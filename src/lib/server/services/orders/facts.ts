/** From stored orders to what the rules ask about. */
import { type OrderFacts, type OrderVerb, orderActions, parseOrderStatus } from '#lib/rules/order-state.ts';
import { type Deed, roleMay } from '#lib/rules/roles.ts';
import type { Account } from '../../repos/accounts.ts';
import type { OrderRow } from '../../repos/orders.ts';

/** An order as the rules see it. */
export function factsOf(order: OrderRow): OrderFacts {
  return {
    status: parseOrderStatus(order.status),
    deadlineAt: order.deadlineAt.getTime(),
    receiveBy: order.receiveBy?.getTime() ?? null,
    isExtended: order.isExtended,
    completedAt: order.completedAt?.getTime() ?? null,
    hiddenAt: order.hiddenAt?.getTime() ?? null,
  };
}

/** The deed that a member's role needs for each verb. */
export const verbDeeds = {
  pay: 'pay',
  upload: 'pay',
  cancel: 'order',
  refund: 'order',
  track: 'read',
  confirm: 'receive',
  extend: 'receive',
  refuse: 'receive',
  aftersale: 'receive',
  invoice: 'invoice',
  rebuy: 'order',
  hide: 'order',
} satisfies Record<OrderVerb, Deed>;

/** What this member may do with an order now, in the order of the buttons. */
export function actionsOf(order: OrderRow, account: Account, now: Date): OrderVerb[] {
  return orderActions(factsOf(order), now.getTime()).filter((verb) => roleMay(account.role, verbDeeds[verb]));
}
