import { expect, test } from 'vitest';
import { findStoreRefusal, storeType } from '#lib/rules/companies/named-stores.ts';

test.each([
  ['chain_head', 'chain_store'],
  ['pharmacy', 'chain_store'],
  ['clinic', 'clinic'],
  ['distributor', 'distributor'],
] as const)('the store of a %s is a %s', (head, store) => {
  expect(storeType(head)).toBe(store);
});

test('only an approved head office lends its papers, and a store has no stores', () => {
  expect(findStoreRefusal({ state: 'approved', headId: null }, true)).toBeNull();
  expect(findStoreRefusal({ state: 'changing', headId: null }, true)).toBeNull();
  expect(findStoreRefusal({ state: 'reviewing', headId: null }, true)).toContain('总部资质');
  expect(findStoreRefusal({ state: 'reviewing', headId: null }, false)).toBeNull();
  expect(findStoreRefusal({ state: 'approved', headId: 1 }, false)).toContain('切换到总部');
});
