import { describe, expect, it } from 'vitest';
import { deskOrderTab, deskOrderTabs, readDeskSearch } from '#lib/rules/orders/desk-orders.ts';
import { orderStatuses } from '#lib/rules/orders/order-state.ts';

describe('the one search box', () => {
  it.each([
    ['', { number: '', phone: '', goodsId: null }],
    ['  2611280123 ', { number: '2611280123', phone: '', goodsId: null }],
    ['SF 1234 567', { number: 'SF1234567', phone: '' }],
    ['123', { number: '', goodsId: 123 }],
    ['13800001111', { number: '13800001111', phone: '13800001111' }],
    ['0571-88001122', { number: '0571-88001122', phone: '0571-88001122' }],
    ['阿莫西林', { number: '', phone: '', goodsId: null }],
    ['abcdef', { number: '' }],
    ["1'; drop", { number: '' }],
  ])('reads %j', (typed, read) => expect(readDeskSearch(typed)).toMatchObject(read));
});

describe('which orders are shown', () => {
  it.each([
    ['to_ship', '康泽', 'to_ship'],
    ['sent', '康泽', 'sent'],
    ['to_ship', '2611280123', 'all'],
    ['sent', '', 'sent'],
  ] as const)('%s, %s: %s', (state, typed, tab) =>
    expect(deskOrderTab(state, readDeskSearch(typed))).toBe(tab),
  );
  it('all of them stand under a state of their own', () => {
    const under = (status: string) =>
      Object.entries(deskOrderTabs).filter(
        ([key, { statuses }]) => key !== 'all' && (statuses as readonly string[]).includes(status),
      );
    for (const status of orderStatuses) expect(under(status), status).not.toHaveLength(0);
    expect(deskOrderTabs.all.statuses).toEqual(orderStatuses);
  });
});
