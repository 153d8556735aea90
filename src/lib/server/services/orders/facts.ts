/** From stored orders to what the rules ask about. */
import { isRestricted } from '#lib/rules/companies/qualification.ts';
import { type Deed, roleMay } from '#lib/rules/companies/roles.ts';
import {
  type OrderFacts,
  type OrderStatus,
  type OrderVerb,
  orderActions,
} from '#lib/rules/orders/order-state.ts';
import type { Account } from '../../repos/accounts.ts';
import type { OrderRow } from '../../repos/orders.ts';

/** An order as the rules see it. */
export function factsOf(order: OrderRow): OrderFacts {
  return {
    status: order.status,
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

/** 财务 looks after approval, and may call off what waits for it; asked again, it hears that it is cancelled. */
const calledOffByPayer: readonly OrderStatus[] = ['to_approve', 'cancelled'];

/** The deed that a member's role needs for a verb, the order being where it is. */
export function deedOf(verb: OrderVerb, status: OrderStatus): Deed {
  return verb === 'cancel' && calledOffByPayer.includes(status) ? 'pay' : verbDeeds[verb];
}

/** What this member may do with an order now, in the order of the buttons; a frozen company's may only look. */
export function actionsOf(order: OrderRow, account: Account, now: Date): OrderVerb[] {
  const facts = factsOf(order);
  const isLooking = isRestricted(account.companyState);
  return orderActions(facts, now.getTime()).filter(
    (verb) => roleMay(account.role, deedOf(verb, facts.status)) && (!isLooking || verbDeeds[verb] === 'read'),
  );
}
