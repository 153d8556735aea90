import { expect, it } from 'vitest';
import { linkedOrders } from '#lib/rules/orders/order-links.ts';

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
