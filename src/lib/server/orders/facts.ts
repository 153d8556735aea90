/** From stored orders to the input of the rules. */
import { isRestricted } from '#lib/rules/companies/company-state.ts';
import { mayCallOffForOthers, type Permission, roleMay } from '#lib/rules/companies/roles.ts';
import {
  type OrderFacts,
  type OrderStatus,
  type OrderVerb,
  orderActions,
} from '#lib/rules/orders/order-state.ts';
import type { Account } from '../people/account-rows.ts';
import type { OrderRow } from './rows.ts';

/** An order as input of the rules; `hasRecalled` from `listRecalledOrders`, where it is needed. */
export function factsOf(order: OrderRow, hasRecalled = false): OrderFacts {
  return {
    status: order.status,
    deadlineAt: order.deadlineAt.getTime(),
    receiveBy: order.receiveBy?.getTime() ?? null,
    isExtended: order.isExtended,
    completedAt: order.completedAt?.getTime() ?? null,
    hiddenAt: order.hiddenAt?.getTime() ?? null,
    paidAt: order.paidAt?.getTime() ?? null,
    hurriedAt: order.hurriedAt?.getTime() ?? null,
    hasRecalled,
  };
}

/** The permission that a member's role needs for each verb. */
export const verbPermissions = {
  pay: 'pay',
  approve: 'approve',
  upload: 'pay',
  cancel: 'order',
  refund: 'order',
  hurry: 'order',
  track: 'read',
  print: 'read',
  papers: 'papers',
  confirm: 'receive',
  extend: 'receive',
  refuse: 'receive',
  aftersale: 'receive',
  recall: 'receive',
  invoice: 'invoice',
  rebuy: 'order',
  hide: 'order',
} satisfies Record<OrderVerb, Permission>;

/** Permissions that a frozen company's people retain. */
const lookingOn: readonly Permission[] = ['read', 'papers'];

/** 财务 handles approvals, and may cancel a waiting one; a repeat answers that it is cancelled. */
const calledOffByPayer: readonly OrderStatus[] = ['to_approve', 'cancelled'];

/** The permission that a member's role needs for a verb at this status. */
export function permissionOf(verb: OrderVerb, status: OrderStatus): Permission {
  return verb === 'cancel' && calledOffByPayer.includes(status) ? 'pay' : verbPermissions[verb];
}

/** Facts of an order besides its own row. */
export interface Placed {
  /** User id of the person who placed its trade. */
  placedBy: string;
  /** Pieces of a recalled lot are with the buyer, or on their way there; left out before anything is shipped. */
  hasRecalled?: boolean;
  /** Somebody else may pay it by a link. */
  mayLink?: boolean;
  /** It is read at the head office of the store whose order it is. */
  isOfStore?: boolean;
  /** The carriers say that all its parcels were handed over. */
  isArrived?: boolean;
}

/** What a head office does with an order of its store; for all else it acts for the store. */
const headVerbs: readonly OrderVerb[] = ['pay', 'approve'];

/**
 * True when an order waits for approval and a member who may only order would cancel a colleague's: only its placer and
 * approvers may.
 */
export function isColleaguesWaiting(status: OrderStatus, { placedBy }: Placed, account: Account): boolean {
  return status === 'to_approve' && placedBy !== account.userId && !mayCallOffForOthers(account.role);
}

/** What this member may do with an order now, in the order of the buttons; a frozen company's people may only look. */
export function actionsOf(order: OrderRow, placed: Placed, account: Account, now: Date): OrderVerb[] {
  const facts = factsOf(order, placed.hasRecalled);
  const isLooking = isRestricted(account.companyState);
  return orderActions(facts, now.getTime()).filter(
    (verb) =>
      roleMay(account.role, permissionOf(verb, facts.status)) &&
      (!isLooking || lookingOn.includes(verbPermissions[verb])) &&
      (placed.isOfStore !== true || headVerbs.includes(verb)) &&
      !(verb === 'cancel' && isColleaguesWaiting(facts.status, placed, account)),
  );
}
