/** How the desks look for orders: every paid status stands under one tab. */
import { expect, it } from 'vitest';
import { deskOrderTabs, shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';

it('every status of a paid order is found under exactly one of them, beside what asks for a hand of somebody', () => {
  const { stuck, codes, ...others } = deskOrderTabs;
  const shown = Object.values(others).flatMap(({ statuses }) => [...statuses]);
  expect(shown).toEqual(expect.arrayContaining([...stuck.statuses, ...codes.statuses]));
  expect(shown.toSorted()).toEqual([...orderStatuses.filter(orderIs.paid), 'closed'].toSorted());
});

it('what waits is what may be shipped, and late after two days', () => {
  expect(deskOrderTabs.to_ship.statuses).toEqual(['to_ship', 'part_shipped']);
  expect(shipWithin).toBe(2 * 86_400_000);
});
