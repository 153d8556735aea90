import { expect, test } from 'vitest';
import { wayOn } from '#lib/contract/goods/ways-on.ts';
import { findPattern } from '#lib/contract/routes.ts';
import { buyStateCodes } from '#lib/rules/goods/buy-state.ts';

test.each(buyStateCodes)('from %s leads to a page that is there', (code) => {
  const { page } = wayOn(code, 7);
  expect(findPattern(page.href.split('#', 1)[0]!)).toBeDefined();
});

test('leads to the same drug where another merchant may have it, and says the reason where no page can help', () => {
  const same = { href: '/list/info/7#same', text: '看同品' };
  expect(wayOn('out_of_area', 7)).toEqual({ page: same });
  expect(wayOn('out_of_stock', 7)).toEqual({ page: same, waits: true });
  expect(wayOn('controlled', 7).dialog).toEqual({ kind: 'apply' });
  expect(wayOn('quantity', 7).dialog).toEqual({ kind: 'reason', text: '了解原因' });
});
