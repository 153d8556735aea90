/** The order's states (rules 3), accessed through verbs. */
import { dayKey } from '../terms/activity-time.ts';
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { aWorkingDayLater, type WorkCalendar } from '../terms/work-days.ts';

/** The state of an order (rules 3). The wire's numbers are in contract/numbers. */
export type OrderStatus =
  | 'to_pay'
  | 'to_verify'
  | 'to_approve'
  | 'to_ship'
  | 'part_shipped'
  | 'to_receive'
  | 'refusing'
  | 'completed'
  | 'cancelled'
  | 'closed';

/** What a buyer may do with an order; also the wire's actions[]. */
export type OrderVerb =
  | 'pay'
  | 'approve'
  | 'upload'
  | 'cancel'
  | 'refund'
  | 'hurry'
  | 'track'
  | 'print'
  | 'papers'
  | 'confirm'
  | 'extend'
  | 'refuse'
  | 'aftersale'
  | 'recall'
  | 'invoice'
  | 'rebuy'
  | 'hide';

type OrderRow = { text: string; next: OrderStatus[]; may: OrderVerb[] };

/** The table of rules 3. `next` are the following statuses, none = an end. */
export const orderStates = {
  to_pay: { text: '待付款', next: ['to_verify', 'to_ship', 'cancelled'], may: ['pay', 'cancel', 'rebuy'] },
  to_verify: { text: '待核款', next: ['to_pay', 'to_ship', 'cancelled'], may: ['upload', 'cancel', 'rebuy'] },
  to_approve: {
    text: '待审核',
    next: ['to_pay', 'to_ship', 'cancelled'],
    may: ['approve', 'cancel', 'rebuy'],
  },
  to_ship: {
    text: '待发货',
    next: ['part_shipped', 'to_receive', 'closed'],
    may: ['hurry', 'refund', 'rebuy'],
  },
  part_shipped: {
    text: '部分发货',
    next: ['to_receive', 'closed'],
    may: ['hurry', 'track', 'print', 'papers', 'recall', 'invoice', 'rebuy'],
  },
  to_receive: {
    text: '待收货',
    next: ['refusing', 'completed', 'closed'],
    may: ['track', 'print', 'papers', 'confirm', 'extend', 'refuse', 'recall', 'invoice', 'rebuy'],
  },
  refusing: { text: '拒收处理中', next: ['completed', 'closed'], may: ['print', 'papers', 'rebuy'] },
  completed: {
    text: '已完成',
    next: [],
    may: ['track', 'print', 'papers', 'aftersale', 'recall', 'invoice', 'rebuy'],
  },
  cancelled: { text: '已取消', next: [], may: ['rebuy', 'hide'] },
  closed: { text: '已关闭', next: [], may: ['rebuy', 'hide'] },
} satisfies Record<OrderStatus, OrderRow>;

/** All statuses, in the order in which an order passes them. */
export const orderStatuses = keysOf(orderStates);

/**
 * Statuses as a buyer looks for them: the tabs of the order list. Every status is in exactly one of them; a refused
 * parcel is where it was expected.
 */
export const orderTabs = [
  { text: '待付款', statuses: ['to_pay', 'to_verify'] },
  { text: '待审核', statuses: ['to_approve'] },
  { text: '待发货', statuses: ['to_ship'] },
  { text: '待收货', statuses: ['part_shipped', 'to_receive', 'refusing'] },
  { text: '已完成', statuses: ['completed'] },
  { text: '已取消', statuses: ['cancelled', 'closed'] },
] as const satisfies readonly { text: string; statuses: readonly OrderStatus[] }[];

/** First statuses of an order: placed, or waiting for the company's own approval. */
export const firstOrderStatuses: readonly OrderStatus[] = ['to_pay', 'to_approve'];

/** The facts of an order that the rules need. Times in epoch milliseconds. */
export type OrderFacts = {
  status: OrderStatus;
  /** Deadline to pay (`payDeadline`), to approve (`approvalDeadline`), or to take back (`takeBackDeadline`). */
  deadlineAt: EpochMs;
  /** When it completes automatically; null before everything is shipped. */
  receiveBy: EpochMs | null;
  isExtended: boolean;
  completedAt: EpochMs | null;
  hiddenAt: EpochMs | null;
  paidAt: EpochMs | null;
  /** When the buyer last pressed 催单. */
  hurriedAt: EpochMs | null;
  /** It contains shipped pieces of a recalled lot that are not on their way back. */
  hasRecalled: boolean;
};

const minute = 60_000;
const day = 86_400_000;

/** The time limits of rules 3, in milliseconds. */
export const orderLimits = {
  pay: 30 * minute,
  payFlash: 15 * minute,
  payBank: 2 * day,
  approve: 2 * day,
  receive: 10 * day,
  extension: 5 * day,
  afterSale: 7 * day,
  /** Time after the payment before a buyer may press 催单. */
  hurry: day,
} as const;

/** Deadline to pay: 30 minutes, 15 with a flash price in it, 48 hours for a bank transfer. */
export function payDeadline(since: EpochMs, way: 'normal' | 'flash' | 'bank'): EpochMs {
  return since + { normal: orderLimits.pay, flash: orderLimits.payFlash, bank: orderLimits.payBank }[way];
}

/**
 * Deadline to pay what the company's own approval has passed: whoever pays gets a working day. A group-buy, for whose
 * end all others wait, keeps the time of a payment.
 */
export function approvedDeadline(since: EpochMs, isGroupBuy: boolean, calendar: WorkCalendar): EpochMs {
  return isGroupBuy ? payDeadline(since, 'normal') : aWorkingDayLater(since, calendar);
}

/** Deadline of the company's own approval: 48 hours. */
export function approvalDeadline(since: EpochMs): EpochMs {
  return since + orderLimits.approve;
}

/**
 * Statuses in which what was shipped can be invoiced (rules 19): also 已关闭, because freight stays paid where all goods came
 * back.
 */
export const invoicedStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => {
  const row: OrderRow = orderStates[status];
  return row.may.includes('invoice') || status === 'closed';
});

/** Statuses that become 已取消 at their deadline. */
export const statusesWithDeadline: readonly OrderStatus[] = ['to_pay', 'to_approve'];

/** When a completely shipped order completes automatically. */
export function receiveDeadline(shippedAt: EpochMs): EpochMs {
  return shippedAt + orderLimits.receive;
}

/** The deadline after 延长收货: five days later. Check `orderCan.extend` first, it is allowed once. */
export function extendedDeadline(receiveBy: EpochMs): EpochMs {
  return receiveBy + orderLimits.extension;
}

/**
 * The effective status at `now`, whatever is stored: the rule knows the deadlines, the job only writes. Unpaid, or not
 * approved, beyond its deadline is 已取消, shipped and not confirmed in time is 已完成. 待核款 waits for us, not for the buyer,
 * and never expires.
 */
export function effectiveStatus(
  order: Pick<OrderFacts, 'status' | 'deadlineAt' | 'receiveBy'>,
  now: EpochMs,
): OrderStatus {
  if (statusesWithDeadline.includes(order.status) && now >= order.deadlineAt) return 'cancelled';
  if (order.status === 'to_receive' && order.receiveBy !== null && now >= order.receiveBy) return 'completed';
  return order.status;
}

/** Conditions besides the status; verbs without one depend on the status alone. */
const conditions: Partial<Record<OrderVerb, (order: OrderFacts, now: EpochMs) => boolean>> = {
  extend: (order) => !order.isExtended,
  aftersale: isWithinAfterSale,
  // Without a deadline: recalled pieces may be returned as long as there are any.
  recall: (order) => order.hasRecalled,
  hide: (order) => order.hiddenAt === null,
  hurry: (order, now) =>
    order.paidAt !== null && now - order.paidAt >= orderLimits.hurry && !isHurriedToday(order, now),
};

/** True when 催单 was pressed on this Shanghai day already: once a day. */
export function isHurriedToday({ hurriedAt }: Pick<OrderFacts, 'hurriedAt'>, now: EpochMs): boolean {
  return hurriedAt !== null && dayKey(hurriedAt) === dayKey(now);
}

function isWithinAfterSale(order: OrderFacts, now: EpochMs): boolean {
  const received = order.completedAt ?? order.receiveBy ?? now;
  return now < received + orderLimits.afterSale;
}

/** True when the buyer may do this now. */
function may(verb: OrderVerb, order: OrderFacts, now: EpochMs): boolean {
  const row: OrderRow = orderStates[effectiveStatus(order, now)];
  return row.may.includes(verb) && (conditions[verb]?.(order, now) ?? true);
}

type OrderQuestion = (order: OrderFacts, now: EpochMs) => boolean;

/** Questions about an order, one a verb: `orderCan.cancel(order, now)`. A first bank voucher is `pay`. */
export const orderCan = {
  pay: (order, now) => may('pay', order, now),
  approve: (order, now) => may('approve', order, now),
  upload: (order, now) => may('upload', order, now),
  cancel: (order, now) => may('cancel', order, now),
  refund: (order, now) => may('refund', order, now),
  hurry: (order, now) => may('hurry', order, now),
  track: (order, now) => may('track', order, now),
  print: (order, now) => may('print', order, now),
  papers: (order, now) => may('papers', order, now),
  confirm: (order, now) => may('confirm', order, now),
  extend: (order, now) => may('extend', order, now),
  refuse: (order, now) => may('refuse', order, now),
  aftersale: (order, now) => may('aftersale', order, now),
  recall: (order, now) => may('recall', order, now),
  invoice: (order, now) => may('invoice', order, now),
  rebuy: (order, now) => may('rebuy', order, now),
  hide: (order, now) => may('hide', order, now),
} satisfies Record<OrderVerb, OrderQuestion>;

/** Everything the buyer may do now, in the order of the buttons. */
export function orderActions(order: OrderFacts, now: EpochMs): OrderVerb[] {
  const row: OrderRow = orderStates[effectiveStatus(order, now)];
  return row.may.filter((verb) => may(verb, order, now));
}

/** The Chinese name of the effective status at `now`. */
export function orderStatusText(
  order: Pick<OrderFacts, 'status' | 'deadlineAt' | 'receiveBy'>,
  now: EpochMs,
) {
  return orderStates[effectiveStatus(order, now)].text;
}

/** True when an order may go from one status to another. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  const { next }: OrderRow = orderStates[from];
  return next.includes(to);
}

/** Facts about a status for services and jobs, so that none of them compares statuses. */
export const orderIs = {
  /** Stock, coupons and limits are reserved but nothing is paid. */
  unpaid: (status: OrderStatus) => groups.unpaid.includes(status),
  /** Paid and not over: refunds are possible. */
  paid: (status: OrderStatus) => groups.paid.includes(status),
  /** Nothing has been handed to a carrier. */
  beforeShipping: (status: OrderStatus) => groups.beforeShipping.includes(status),
  shippable: (status: OrderStatus) => groups.shippable.includes(status),
  /** Some parcels are sent, and more will follow. */
  partShipped: (status: OrderStatus) => status === 'part_shipped',
  toApprove: (status: OrderStatus) => status === 'to_approve',
  /** The desk checks the voucher of a transfer. */
  toVerify: (status: OrderStatus) => status === 'to_verify',
  /** Completely shipped: the buyer has it or will have it. */
  toReceive: (status: OrderStatus) => status === 'to_receive',
  refusing: (status: OrderStatus) => status === 'refusing',
  completed: (status: OrderStatus) => status === 'completed',
  cancelled: (status: OrderStatus) => status === 'cancelled',
  /** It ended without the goods: cancelled or completely refunded. */
  calledOff: (status: OrderStatus) => groups.calledOff.includes(status),
  over: (status: OrderStatus) => orderStates[status].next.length === 0,
} as const;

const groups: Record<
  'unpaid' | 'paid' | 'beforeShipping' | 'shippable' | 'calledOff',
  readonly OrderStatus[]
> = {
  unpaid: ['to_pay', 'to_verify', 'to_approve'],
  paid: ['to_ship', 'part_shipped', 'to_receive', 'refusing', 'completed'],
  beforeShipping: ['to_pay', 'to_verify', 'to_approve', 'to_ship'],
  shippable: ['to_ship', 'part_shipped'],
  calledOff: ['cancelled', 'closed'],
};
