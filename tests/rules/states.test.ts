import { describe, expect, test } from 'vitest';
import {
  type ApplicationState,
  applicationStates,
  canApplicationBecome,
  canPaperBecome,
  type PaperState,
  paperStates,
} from '#lib/rules/companies/application.ts';
import { canBecome, companyStates } from '#lib/rules/companies/company-state.ts';
import { type NamedState, namedStates } from '#lib/rules/companies/named-stores.ts';
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
  approvedDeadline,
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
  orderStatuses,
  orderStatusText,
  orderTabs,
  payDeadline,
  receiveDeadline,
} from '#lib/rules/orders/order-state.ts';
import {
  canPaymentMove,
  onMoney,
  paymentStates,
  resultStepText,
  tradeStateOf,
} from '#lib/rules/orders/payment-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { holidays2026, makeUpDays2026, workCalendar } from '#lib/rules/terms/work-days.ts';
import { now } from './fixtures.ts';

/** All states that can be reached from `starts`. */
function walk<S>(starts: readonly S[], next: (state: S) => readonly S[]): Set<S> {
  const seen = new Set(starts);
  for (const state of seen) for (const to of next(state)) seen.add(to);
  return seen;
}

describe('every table: all states reachable, ends named', () => {
  test('orders', () => {
    const all = orderStatuses;
    const reached = walk<OrderStatus>(firstOrderStatuses, (status) => orderStates[status].next);
    expect([...reached].sort()).toEqual(all.toSorted());
    expect(all.filter((status) => orderIs.over(status))).toEqual(['completed', 'cancelled', 'closed']);
  });

  test('each order stands under one tab of the list', () => {
    const tabbed: OrderStatus[] = orderTabs.flatMap(({ statuses }) => [...statuses]);
    expect(tabbed.sort()).toEqual(orderStatuses.toSorted());
  });

  test('payments', () => {
    type State = keyof typeof paymentStates;
    const reached = walk<State>(['pending'], (state) => paymentStates[state].next);
    expect([...reached].sort()).toEqual(Object.keys(paymentStates).sort());
    const ends = Object.entries(paymentStates).filter(([, row]) => row.next.length === 0);
    expect(ends.map(([state]) => state)).toEqual(['refunded']);
  });

  test('the last step of the checkout says what came of the payment', () => {
    expect(keysOf(paymentStates).map((state) => resultStepText(state, false))).toEqual([
      '等待支付结果',
      '支付完成',
      '支付未完成',
      '支付未完成',
      '款项已退回',
    ]);
    expect([resultStepText('pending', true), resultStepText('paid', true)]).toEqual(['等待到账', '支付完成']);
  });

  test('companies', () => {
    type State = keyof typeof companyStates;
    const reached = walk<State>(['draft'], (state) => companyStates[state].next);
    expect([...reached].sort()).toEqual(Object.keys(companyStates).sort());
    expect(companyStates.closed.next).toEqual([]);
    expect(canBecome('approved', 'changing')).toBe(true);
    expect(canBecome('draft', 'approved')).toBe(false);
  });

  test('stores that were named', () => {
    const reached = walk<NamedState>(['waiting'], (state) => namedStates[state].next);
    expect([...reached].sort()).toEqual(keysOf(namedStates).toSorted());
    expect(keysOf(namedStates).filter((state) => namedStates[state].next.length === 0)).toEqual([
      'opened',
      'dropped',
    ]);
  });

  test('applications and papers', () => {
    const asked = walk<ApplicationState>(['draft'], (from) => applicationStates[from].next);
    expect([...asked].sort()).toEqual(Object.keys(applicationStates).sort());
    expect(keysOf(applicationStates).filter((state) => applicationStates[state].next.length === 0)).toEqual([
      'approved',
      'returned',
      'withdrawn',
    ]);
    const handed = walk<PaperState>(['draft'], (from) => paperStates[from].next);
    expect([...handed].sort()).toEqual(Object.keys(paperStates).sort());
    expect(paperStates.replaced.next).toEqual([]);
    expect([canPaperBecome('approved', 'replaced'), canPaperBecome('rejected', 'approved')]).toEqual([
      true,
      false,
    ]);
    expect(canApplicationBecome('waiting', 'returned')).toBe(true);
    expect(canApplicationBecome('returned', 'waiting')).toBe(false);
  });

  test.each(Object.keys(afterSaleKinds) as AfterSaleKind[])('after-sale: %s', (kind) => {
    const states = Object.keys(afterSaleTexts) as AfterSaleState[];
    const reached = walk<AfterSaleState>(['reviewing'], (from) =>
      states.filter((to) => canAfterSaleMove(kind, from, to)),
    );
    const ends = [...reached].filter(isAfterSaleOver).sort();
    expect(ends).toEqual(['completed', 'rejected', 'withdrawn']);
    // An exchange is paid back where nothing is there to send.
    expect(reached.has('refunding')).toBe(afterSaleKinds[kind].refunds || kind === 'exchange');
  });
});

const order: OrderFacts = {
  status: 'to_pay',
  deadlineAt: now + 1,
  receiveBy: null,
  isExtended: false,
  completedAt: null,
  hiddenAt: null,
  paidAt: null,
  hurriedAt: null,
  hasRecalled: false,
};

describe('what a buyer may do (rules 3)', () => {
  test.each([
    ['to_pay', '待付款', ['pay', 'cancel', 'rebuy']],
    ['to_verify', '待核款', ['upload', 'cancel', 'rebuy']],
    ['to_approve', '待审核', ['approve', 'cancel', 'rebuy']],
    ['to_ship', '待发货', ['refund', 'rebuy']],
    ['part_shipped', '部分发货', ['track', 'print', 'papers', 'invoice', 'rebuy']],
    ['to_receive', '待收货', ['track', 'print', 'papers', 'confirm', 'extend', 'refuse', 'invoice', 'rebuy']],
    ['refusing', '拒收处理中', ['print', 'papers', 'rebuy']],
    ['completed', '已完成', ['track', 'print', 'papers', 'aftersale', 'invoice', 'rebuy']],
    ['cancelled', '已取消', ['rebuy', 'hide']],
    ['closed', '已关闭', ['rebuy', 'hide']],
  ] as [OrderStatus, string, string[]][])('%s %s', (status, text, actions) => {
    const one = { ...order, status, receiveBy: now + 1, completedAt: now };
    expect(orderStatusText(one, now)).toBe(text);
    expect(orderActions(one, now)).toEqual(actions);
    for (const [verb, can] of Object.entries(orderCan)) expect(can(one, now)).toBe(actions.includes(verb));
  });

  test('extended once, after-sale for seven days, hidden once', () => {
    const shipped = { ...order, status: 'to_receive' as const, receiveBy: now + 1 };
    expect(orderCan.extend({ ...shipped, isExtended: true }, now)).toBe(false);
    const done = { ...order, status: 'completed' as const, completedAt: now };
    expect(orderCan.aftersale(done, now + orderLimits.afterSale - 1)).toBe(true);
    expect(orderCan.aftersale(done, now + orderLimits.afterSale)).toBe(false);
    expect(orderCan.invoice(done, now + orderLimits.afterSale - 1)).toBe(true);
    // An invoice is asked for as long as something of the order is on none.
    expect(orderCan.invoice(done, now + orderLimits.afterSale)).toBe(true);
    expect(orderCan.hide({ ...order, status: 'cancelled', hiddenAt: now }, now)).toBe(false);
  });
});

describe('asking to hurry', () => {
  const day = 86_400_000;
  // 08:00 in Shanghai.
  const morning = Date.UTC(2026, 10, 23);
  test.each([
    ['to_ship', null, null, false],
    ['to_ship', day - 1, null, false],
    ['to_ship', day, null, true],
    ['part_shipped', day, null, true],
    ['to_ship', 3 * day, 0, false],
    ['to_ship', 3 * day, 8 * 3_600_000, false],
    ['to_ship', 3 * day, 8 * 3_600_000 + 1, true],
    ['to_receive', 3 * day, null, false],
    ['completed', 3 * day, null, false],
    ['to_pay', null, null, false],
  ] as const)('%s, paid %s ms and asked %s ms ago: %s', (status, paid, asked, may) => {
    const one = {
      ...order,
      status,
      deadlineAt: morning + 1,
      receiveBy: morning + 1,
      paidAt: paid === null ? null : morning - paid,
      hurriedAt: asked === null ? null : morning - asked,
    };
    expect(orderCan.hurry(one, morning)).toBe(may);
    expect(orderActions(one, morning).includes('hurry')).toBe(may);
  });
});

describe('the rule knows the deadline', () => {
  test('unpaid beyond it is cancelled, whatever is written down', () => {
    expect(effectiveStatus(order, now)).toBe('to_pay');
    expect(effectiveStatus(order, now + 1)).toBe('cancelled');
    expect(orderCan.pay(order, now + 1)).toBe(false);
    expect(orderActions(order, now + 1)).toEqual(['rebuy', 'hide']);
    expect(effectiveStatus({ ...order, status: 'to_verify' }, now + 1)).toBe('to_verify');
  });

  test('what waits for approval ends after 48 hours', () => {
    const waiting = { ...order, status: 'to_approve' as const, deadlineAt: approvalDeadline(now) };
    expect(orderLimits.approve).toBe(48 * 3_600_000);
    expect(effectiveStatus(waiting, now + orderLimits.approve - 1)).toBe('to_approve');
    expect(orderCan.cancel(waiting, now)).toBe(true);
    expect(effectiveStatus(waiting, now + orderLimits.approve)).toBe('cancelled');
    expect(orderActions(waiting, now + orderLimits.approve)).toEqual(['rebuy', 'hide']);
  });

  test('shipped and not confirmed in time is completed, and its after-sale counts from then', () => {
    const shipped = { ...order, status: 'to_receive' as const, receiveBy: now };
    expect(effectiveStatus(shipped, now - 1)).toBe('to_receive');
    expect(effectiveStatus(shipped, now)).toBe('completed');
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

describe('an approved order', () => {
  const calendar = workCalendar([...holidays2026, '2027-01-01 至 2027-01-03'], makeUpDays2026);
  const at = (text: string) => Date.parse(`${text}:00+08:00`);
  test.each([
    ['Monday', '2026-11-30T10:00', '2026-12-01T10:00'],
    ['Thursday at its end', '2026-12-03T23:59', '2026-12-04T23:59'],
    ['Friday', '2026-12-04T19:35', '2026-12-07T19:35'],
    ['Saturday', '2026-12-05T00:00', '2026-12-08T00:00'],
    ['Sunday', '2026-12-06T23:59', '2026-12-08T00:00'],
    ['the eve of the National Day', '2026-09-30T15:00', '2026-10-08T15:00'],
    ['a holiday', '2026-10-03T12:00', '2026-10-09T00:00'],
    ['a Friday before a Saturday of work', '2026-10-09T09:00', '2026-10-10T09:00'],
    ['a Saturday of work', '2026-10-10T09:00', '2026-10-12T09:00'],
    ['the Friday before New Year of a year that is entered', '2026-12-31T17:00', '2027-01-04T17:00'],
  ])('on a %s it has a whole working day to be paid', (_, since, until) => {
    expect(new Date(approvedDeadline(at(since), false, calendar))).toEqual(new Date(at(until)));
  });

  test('of a group-buy does not hold up the others', () => {
    const since = at('2026-12-04T19:35');
    expect(approvedDeadline(since, true, calendar)).toBe(payDeadline(since, 'normal'));
  });
});

test('moves and groups of statuses', () => {
  expect(canMove('to_pay', 'to_ship')).toBe(true);
  expect(canMove('cancelled', 'to_ship')).toBe(false);
  expect(orderIs.unpaid('to_verify')).toBe(true);
  expect(orderIs.paid('to_ship')).toBe(true);
  expect(orderIs.beforeShipping('part_shipped')).toBe(false);
  expect(orderIs.shippable('part_shipped')).toBe(true);
  expect(orderIs.completed('completed')).toBe(true);
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
  expect(tradeStateOf(['to_pay', 'cancelled'])).toBe('unpaid');
  expect(tradeStateOf(['to_ship', 'cancelled'])).toBe('paid');
  expect(tradeStateOf(['cancelled', 'cancelled'])).toBe('cancelled');
  expect(tradeStateOf(['closed', 'cancelled'])).toBe('paid');
});
