/**
 * What `actions[]` holds: every status with what stands beside it, by role. The same table is walked through the
 * endpoints in tests/server/order-actions.test.ts.
 */
import { expect, test } from 'vitest';
import { type Role, roleMay, roles } from '#lib/rules/companies/roles.ts';
import {
  type OrderFacts,
  type OrderStatus,
  type OrderVerb,
  orderActions,
  orderCan,
  orderStates,
  orderStatuses,
} from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { permissionOf, verbPermissions } from '#lib/server/orders/facts.ts';
import { now } from './fixtures.ts';

const day = 86_400_000;
const facts = (status: OrderStatus, more: Partial<OrderFacts> = {}): OrderFacts => ({
  status,
  deadlineAt: now + day,
  receiveBy: now + day,
  isExtended: false,
  completedAt: null,
  hiddenAt: null,
  paidAt: now - 2 * day,
  hurriedAt: null,
  hasRecalled: false,
  ...more,
});

const offeredTo = (order: OrderFacts, role: Role) =>
  orderActions(order, now).filter((verb) => roleMay(role, permissionOf(verb, order.status)));

/** By role, each of what they placed themselves: 企业管理员, 采购员, 财务 (who approves), 收货员, 只读. */
const table: [string, OrderFacts, Record<Role, string>][] = [
  [
    '待付款',
    facts('to_pay'),
    { owner: 'pay cancel rebuy', buyer: 'pay cancel rebuy', finance: 'pay', receiver: '', viewer: '' },
  ],
  [
    '待付款, its time over: 已取消',
    facts('to_pay', { deadlineAt: now }),
    { owner: 'rebuy hide', buyer: 'rebuy hide', finance: '', receiver: '', viewer: '' },
  ],
  [
    '待核款',
    facts('to_verify'),
    {
      owner: 'upload cancel rebuy',
      buyer: 'upload cancel rebuy',
      finance: 'upload',
      receiver: '',
      viewer: '',
    },
  ],
  [
    '待审核',
    facts('to_approve'),
    {
      owner: 'approve cancel rebuy',
      buyer: 'cancel rebuy',
      finance: 'approve cancel',
      receiver: '',
      viewer: '',
    },
  ],
  [
    '待发货',
    facts('to_ship'),
    { owner: 'hurry refund rebuy', buyer: 'hurry refund rebuy', finance: '', receiver: '', viewer: '' },
  ],
  [
    '待发货, paid today or hurried today',
    facts('to_ship', { hurriedAt: now }),
    { owner: 'refund rebuy', buyer: 'refund rebuy', finance: '', receiver: '', viewer: '' },
  ],
  [
    '部分发货',
    facts('part_shipped'),
    {
      owner: 'hurry track print papers invoice rebuy',
      buyer: 'hurry track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers',
      viewer: 'track print',
    },
  ],
  [
    '部分发货, a lot of it recalled',
    facts('part_shipped', { hasRecalled: true }),
    {
      owner: 'hurry track print papers recall invoice rebuy',
      buyer: 'hurry track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers recall',
      viewer: 'track print',
    },
  ],
  [
    '待收货',
    facts('to_receive'),
    {
      owner: 'track print papers confirm extend refuse invoice rebuy',
      buyer: 'track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers confirm extend refuse',
      viewer: 'track print',
    },
  ],
  [
    '待收货, put off, recalled',
    facts('to_receive', { isExtended: true, hasRecalled: true }),
    {
      owner: 'track print papers confirm refuse recall invoice rebuy',
      buyer: 'track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers confirm refuse recall',
      viewer: 'track print',
    },
  ],
  [
    '待收货, its time over: 已完成',
    facts('to_receive', { receiveBy: now }),
    {
      owner: 'track print papers aftersale invoice rebuy',
      buyer: 'track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers aftersale',
      viewer: 'track print',
    },
  ],
  [
    '拒收处理中: the whole parcel goes back, recalled or not',
    facts('refusing', { hasRecalled: true }),
    {
      owner: 'print papers rebuy',
      buyer: 'print rebuy',
      finance: 'print',
      receiver: 'print papers',
      viewer: 'print',
    },
  ],
  [
    '已完成',
    facts('completed', { completedAt: now - 7 * day + 1 }),
    {
      owner: 'track print papers aftersale invoice rebuy',
      buyer: 'track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers aftersale',
      viewer: 'track print',
    },
  ],
  [
    '已完成, after seven days',
    facts('completed', { completedAt: now - 7 * day }),
    {
      owner: 'track print papers invoice rebuy',
      buyer: 'track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers',
      viewer: 'track print',
    },
  ],
  [
    '已完成, recalled after a year',
    facts('completed', { completedAt: now - 365 * day, hasRecalled: true }),
    {
      owner: 'track print papers recall invoice rebuy',
      buyer: 'track print rebuy',
      finance: 'track print invoice',
      receiver: 'track print papers recall',
      viewer: 'track print',
    },
  ],
  [
    '已取消',
    facts('cancelled'),
    { owner: 'rebuy hide', buyer: 'rebuy hide', finance: '', receiver: '', viewer: '' },
  ],
  [
    '已关闭, taken out of the list',
    facts('closed', { hiddenAt: now }),
    { owner: 'rebuy', buyer: 'rebuy', finance: '', receiver: '', viewer: '' },
  ],
];

test.each(table)('%s', (_name, order, wanted) => {
  const offered = Object.fromEntries(roles.map((role) => [role, offeredTo(order, role).join(' ')]));
  expect(offered).toEqual(wanted);
});

test('every status and every code stands in the table', () => {
  expect([...new Set(table.map(([, { status }]) => status))].sort()).toEqual(orderStatuses.toSorted());
  const offered = new Set(table.flatMap(([, order]) => orderActions(order, now)));
  expect(keysOf(orderCan).filter((verb) => !offered.has(verb))).toEqual([]);
  const written = new Set<OrderVerb>(orderStatuses.flatMap((status) => [...orderStates[status].may]));
  expect(keysOf(verbPermissions).filter((verb) => !written.has(verb))).toEqual([]);
});
