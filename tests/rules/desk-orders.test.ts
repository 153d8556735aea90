/** How the desks look for orders: every status stands under one tab. */
import { expect, it } from 'vitest';
import { deskOrderTabs, shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { orderStatuses } from '#lib/rules/orders/order-state.ts';

it('every status of an order stands under exactly one tab, beside the tabs of what needs attention', () => {
  const { all, part, stuck, codes, quality, late, hurried, refusal_due, ...others } = deskOrderTabs;
  const shown = Object.values(others).flatMap(({ statuses }) => [...statuses]);
  for (const { statuses } of [part, stuck, codes, quality, late, hurried, refusal_due])
    expect(shown).toEqual(expect.arrayContaining([...statuses]));
  expect(shown.toSorted()).toEqual(orderStatuses.toSorted());
  expect(all.statuses).toEqual(orderStatuses);
});

it('what waits is what may be shipped, and late after two days', () => {
  expect(deskOrderTabs.to_ship.statuses).toEqual(['to_ship', 'part_shipped']);
  expect(shipWithin).toBe(2 * 86_400_000);
});
