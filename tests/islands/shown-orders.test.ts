/** News of orders change what is shown where it stands; what is new waits. */
import { expect, test } from 'vitest';
import { keepInPlace } from '#lib/client/stores/orders/shown-orders.ts';
import type { OrderList, OrderWire } from '#lib/contract/orders/order.ts';

/** The higher its number, the later it was placed. */
const orderOf = (no: string, status: number) =>
  ({ no, status, created_at: `2026-11-20 10:00:0${no.slice(1)}` }) as OrderWire;
const listOf = (...list: OrderWire[]): OrderList => ({
  list,
  total: list.length,
  page: 1,
  size: 2,
  counts: { 10: list.length },
  merchants: [],
  stores: [],
  store_waits: [],
  may_approve: 0,
  now: '2026-11-20T02:00:00.000Z',
});
const linesOf = ({ list }: OrderList) => list.map(({ no, status }) => `${no} ${status}`);

test.each([
  {
    of: 'paid elsewhere: it says so in its place',
    next: listOf(orderOf('D2', 20), orderOf('D1', 10)),
    shown: ['D2 20', 'D1 10'],
    further: 0,
  },
  {
    of: 'placed elsewhere: it waits, and pushes nothing down or off the page',
    next: listOf(orderOf('D3', 10), orderOf('D2', 20)),
    shown: ['D2 20', 'D1 10'],
    further: 1,
  },
  {
    of: 'gone from the list while another moves up from the page behind: nothing is new',
    next: listOf(orderOf('D1', 10), orderOf('D0', 10)),
    shown: ['D1 10', 'D0 10'],
    further: 0,
  },
  {
    of: 'gone from the list while one is placed: it goes, the new one waits',
    next: listOf(orderOf('D3', 10), orderOf('D1', 10)),
    shown: ['D1 10'],
    further: 1,
  },
  { of: 'gone from the list: it goes', next: listOf(orderOf('D1', 10)), shown: ['D1 10'], further: 0 },
])('$of', ({ next, shown, further }) => {
  const kept = keepInPlace(listOf(orderOf('D2', 10), orderOf('D1', 10)), next);
  expect(linesOf(kept.orders)).toEqual(shown);
  expect(kept.further).toBe(further);
  expect(kept.orders.counts).toEqual(next.counts);
});

test('an empty list shows what comes; a page behind the first shows what lies there now', () => {
  const came = listOf(orderOf('D1', 10));
  expect(keepInPlace(listOf(), came)).toEqual({ orders: came, further: 0 });
  const pushed = { ...listOf(orderOf('D2', 10)), page: 2 };
  expect(keepInPlace({ ...listOf(orderOf('D1', 10)), page: 2 }, pushed)).toEqual({
    orders: pushed,
    further: 0,
  });
});
