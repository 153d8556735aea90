import { expect, it } from 'vitest';
import { linkedOrders, ordersInHaste } from '#lib/rules/orders/order-links.ts';

const orders = [
  { no: 'a', merchantId: 1, couponIds: [] },
  { no: 'b', merchantId: 1, couponIds: [7] },
  { no: 'c', merchantId: 2, couponIds: [7] },
  { no: 'd', merchantId: 3, couponIds: [] },
  { no: 'e', merchantId: 2, couponIds: [] },
];

it.each([
  ['a', 'bce'],
  ['c', 'abe'],
  ['d', ''],
])('%s is cancelled with “%s”', (no, others) => {
  const order = orders.find((one) => one.no === no)!;
  expect(linkedOrders(order, orders).map((one) => one.no)).toEqual([...others]);
});

it.each([
  ['', ''],
  ['d', 'd'],
  ['a', 'abce'],
  ['e', 'abce'],
  ['ad', 'abcde'],
])('with flash prices in “%s” there are 15 minutes for “%s”', (flashed, hasty) => {
  const all = orders.map((order) => ({ ...order, isFlash: flashed.includes(order.no) }));
  expect(ordersInHaste(all).map(({ no }) => no)).toEqual([...hasty]);
});
