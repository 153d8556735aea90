import { expect, it } from 'vitest';
import {
  type CartOrder,
  cartOrderOf,
  cartOrders,
  inKnownPlaces,
  orderLines,
  placesOf,
  placesText,
} from '#lib/rules/purchase/cart-order.ts';

const lines = [
  { id: 4, name: '头孢克肟', change: 0, net: 900, last: null },
  { id: 1, name: '阿莫西林', change: -30, net: null, last: 250 },
  { id: 3, name: '板蓝根', change: 120, net: 80, last: 1000 },
  { id: 5, name: '板蓝根', change: -200, net: 80, last: null },
  { id: 2, name: '维C银翘片', change: 20, net: 1200, last: 90 },
];

it.each<[CartOrder, number[]]>([
  ['merchant', [4, 1, 3, 5, 2]],
  ['added', [5, 4, 3, 2, 1]],
  ['name', [1, 5, 3, 4, 2]],
  ['change', [5, 1, 3, 2, 4]],
  ['net', [5, 3, 4, 2, 1]],
  ['last', [2, 1, 3, 5, 4]],
])('%s', (order, ids) => {
  expect(orderLines(lines, order, (line) => line).map(({ id }) => id)).toEqual(ids);
  expect(lines.map(({ id }) => id)).toEqual([4, 1, 3, 5, 2]);
});

it('remembers the orders that there are, and takes anything else for the first', () => {
  for (const order of Object.keys(cartOrders)) expect(cartOrderOf(order)).toBe(order);
  for (const other of [undefined, '', 'price', 'toString']) expect(cartOrderOf(other)).toBe('merchant');
});

it.each<[string, number[], number[], number[]]>([
  ['the first look', [3, 1, 2], [], [3, 1, 2]],
  ['a line went, and its merchant would drop', [1, 2, 3], [3, 1, 2], [3, 1, 2]],
  ['a merchant went: its place stays for 撤销', [1, 2], [3, 1, 2], [3, 1, 2]],
  ['a new merchant comes first', [4, 1, 2], [3, 1, 2], [4, 3, 1, 2]],
])('merchants of a cart: %s', (_, ids, known, places) => {
  expect(inKnownPlaces(ids, known)).toEqual(places);
});

it('stores places as a text, and reads nothing from any other', () => {
  expect(placesOf(placesText([3, 12, 1]))).toEqual([3, 12, 1]);
  for (const other of [undefined, '', '3-', '3,1', '-3', 'x', '3-1e5', '1'.repeat(20)])
    expect(placesOf(other)).toEqual([]);
  expect(placesOf('3-3-1')).toEqual([3, 1]);
  const many = Array.from({ length: 200 }, (_, at) => at + 1);
  expect(placesOf(placesText(many))).toHaveLength(60);
});
