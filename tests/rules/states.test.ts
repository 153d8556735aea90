import { describe, expect, test } from 'vitest';
import { canBecome, companyStates } from '#lib/rules/companies/qualification.ts';
import {
  type AfterSaleKind,
  type AfterSaleState,
  afterSaleKinds,
  afterSaleTexts,
  canAfterSaleMove,
  isAfterSaleOver,
} from '#lib/rules/orders/after-sale-state.ts';
import {
  approvalDeadline,
  canMove,
  effectiveStatus,
  extendedDeadline,
  firstOrderStatuses,
  type OrderFacts,
  type OrderStatus,
  orderActions,
  orderCan,
  orderIs,
  orderLimits,
  orderStates,
  orderStatus,
  orderStatusText,
  orderTabs,
  parseOrderStatus,
  payDeadline,
  receiveDeadline,
} from '#lib/rules/orders/order-state.ts';
import { canPaymentMove, onMoney, paymentStates, tradeStateOf } from '#lib/rules/orders/payment-state.ts';
import { now } from './fixtures.ts';

/** All states that can be reached from `starts`. */
function walk<S>(starts: readonly S[], next: (state: S) => readonly S[]): Set<S> {
  const seen = new Set(starts);
  for (const state of seen) for (const to of next(state)) seen.add(to);
  return seen;
}

describe('every table: all states reachable, ends named', () => {
  test('orders', () => {
    const all = Object.values(orderStatus);
    const reached = walk<OrderStatus>(firstOrderStatuses, (status) => orderStates[status].next);
    expect([...reached].sort((a, b) => a - b)).toEqual(all);
    const { completed, cancelled, closed } = orderStatus;
    expect(all.filter((status) => orderIs.over(status))).toEqual([completed, cancelled, closed]);
  });

  test('each order stands under one tab of the list', () => {
    const tabbed: OrderStatus[] = orderTabs.flatMap(({ statuses }) => [...statuses]);
    expect(tabbed.sort((a, b) => a - b)).toEqual(Object.values(orderStatus));
  });

  test('payments', () => {
    type State = keyof typeof paymentStates;
    const reached = walk<State>(['pending'], (state) => paymentStates[state].next);
    expect([...reached].sort()).toEqual(Object.keys(paymentStates).sort());
    const ends = Object.entries(paymentStates).filter(([, row]) => row.next.length === 0);
    expect(ends.map(([state]) => state)).toEqual(['refunded']);
  });

  test('companies', () => {
    type State = keyof typeof companyStates;
    const reached = walk<State>(['draft'], (state) => companyStates[state].next);
    expect([...reached].sort()).toEqual(Object.keys(companyStates).sort());
    expect(companyStates.closed.next).toEqual([]);
    expect(canBecome('approved', 'changing')).toBe(true);
    expect(canBecome('draft', 'approved')).toBe(false);
  });

  test.each(Object.keys(afterSaleKinds) as AfterSaleKind[])('after-sale: %s', (kind) => {
    const states = Object.keys(afterSaleTexts) as AfterSaleState[];
    const reached = walk<AfterSaleState>(['reviewing'], (from) =>
      states.filter((to) => canAfterSaleMove(kind, from, to)),
    );
    const ends = [...reached].filter((state) => isAfterSaleOver(kind, state)).sort();
    expect(ends).toEqual(['completed', 'rejected', 'withdrawn']);
    expect(reached.has('refunding')).toBe(afterSaleKinds[kind].refunds);
  });
});

const order: OrderFacts = {
  status: orderStatus.toPay,
  deadlineAt: now + 1,
  receiveBy: null,
  isExtended: false,
  completedAt: null,
  hiddenAt: null,
};

describe('what a buyer may do (rules 3)', () => {
  test.each([
    [10, '待付款', ['pay', 'cancel']],
    [12, '待核款', ['upload', 'cancel']],
    [15, '待审核', ['cancel']],
    [20, '待发货', ['refund']],
    [25, '部分发货', ['track']],
    [30, '待收货', ['track', 'confirm', 'extend', 'refuse']],
    [35, '拒收处理中', []],
    [50, '已完成', ['track', 'aftersale', 'invoice', 'rebuy']],
    [90, '已取消', ['rebuy', 'hide']],
    [91, '已关闭', ['rebuy', 'hide']],
  ] as [OrderStatus, string, string[]][])('%d %s', (status, text, actions) => {
    const one = { ...order, status, receiveBy: now + 1, completedAt: now };
    expect(orderStatusText(one, now)).toBe(text);
    expect(orderActions(one, now)).toEqual(actions);
    for (const [verb, can] of Object.entries(orderCan)) expect(can(one, now)).toBe(actions.includes(verb));
  });

  test('extended once, after-sale for seven days, hidden once', () => {
    const shipped = { ...order, status: orderStatus.toReceive, receiveBy: now + 1 };
    expect(orderCan.extend({ ...shipped, isExtended: true }, now)).toBe(false);
    const done = { ...order, status: orderStatus.completed, completedAt: now };
    expect(orderCan.aftersale(done, now + orderLimits.afterSale - 1)).toBe(true);
    expect(orderCan.aftersale(done, now + orderLimits.afterSale)).toBe(false);
    expect(orderCan.hide({ ...order, status: orderStatus.cancelled, hiddenAt: now }, now)).toBe(false);
  });
});

describe('the rule knows the deadline', () => {
  test('unpaid beyond it is cancelled, whatever is written down', () => {
    expect(effectiveStatus(order, now)).toBe(orderStatus.toPay);
    expect(effectiveStatus(order, now + 1)).toBe(orderStatus.cancelled);
    expect(orderCan.pay(order, now + 1)).toBe(false);
    expect(orderActions(order, now + 1)).toEqual(['rebuy', 'hide']);
    expect(effectiveStatus({ ...order, status: orderStatus.toVerify }, now + 1)).toBe(orderStatus.toVerify);
  });

  test('what waits for approval ends after 48 hours', () => {
    const waiting = { ...order, status: orderStatus.toApprove, deadlineAt: approvalDeadline(now) };
    expect(orderLimits.approve).toBe(48 * 3_600_000);
    expect(effectiveStatus(waiting, now + orderLimits.approve - 1)).toBe(orderStatus.toApprove);
    expect(orderCan.cancel(waiting, now)).toBe(true);
    expect(effectiveStatus(waiting, now + orderLimits.approve)).toBe(orderStatus.cancelled);
    expect(orderActions(waiting, now + orderLimits.approve)).toEqual(['rebuy', 'hide']);
  });

  test('shipped and not confirmed in time is completed, and its after-sale counts from then', () => {
    const shipped = { ...order, status: orderStatus.toReceive, receiveBy: now };
    expect(effectiveStatus(shipped, now - 1)).toBe(orderStatus.toReceive);
    expect(effectiveStatus(shipped, now)).toBe(orderStatus.completed);
    expect(orderCan.aftersale(shipped, now + orderLimits.afterSale)).toBe(false);
  });

  test('30 minutes, 15 for flash, 48 hours for bank; 10 days to receive, 5 more', () => {
    const minutes = (way: 'normal' | 'flash' | 'bank') => (payDeadline(now, way) - now) / 60_000;
    expect([minutes('normal'), minutes('flash'), minutes('bank')]).toEqual([30, 15, 48 * 60]);
    const days = (end: number) => (end - now) / 86_400_000;
    expect(days(receiveDeadline(now))).toBe(10);
    expect(days(extendedDeadline(receiveDeadline(now)))).toBe(15);
  });
});

test('moves and groups of statuses', () => {
  expect(canMove(10, 20)).toBe(true);
  expect(canMove(90, 20)).toBe(false);
  expect(orderIs.unpaid(12)).toBe(true);
  expect(orderIs.paid(20)).toBe(true);
  expect(orderIs.beforeShipping(25)).toBe(false);
  expect(orderIs.shippable(25)).toBe(true);
  expect(orderIs.completed(50)).toBe(true);
  expect(parseOrderStatus(20)).toBe(20);
  expect(() => parseOrderStatus(21)).toThrow(RangeError);
});

test('money that arrives', () => {
  expect(onMoney('pending', true)).toBe('accept');
  expect(onMoney('pending', false)).toBe('give_back');
  expect(onMoney('failed', true)).toBe('accept');
  expect(onMoney('closed', true)).toBe('give_back');
  expect(onMoney('paid', true)).toBe('ignore');
  expect(onMoney('refunded', true)).toBe('ignore');
  expect(canPaymentMove('closed', 'refunded')).toBe(true);
  expect(canPaymentMove('paid', 'pending')).toBe(false);
});

test('a trade is what its orders say', () => {
  expect(tradeStateOf([10, 90])).toBe('unpaid');
  expect(tradeStateOf([20, 90])).toBe('paid');
  expect(tradeStateOf([90, 90])).toBe('cancelled');
  expect(tradeStateOf([91, 90])).toBe('paid');
});
