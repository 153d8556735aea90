import { expect, it } from 'vitest';
import { quickTabOf } from '#lib/contract/quick-order/tabs.ts';

it.each([
  ['', 'paste'],
  ['tab=file', 'file'],
  ['tab=favorites&page=2', 'favorites'],
  ['tab=nonsense', 'paste'],
  // Addresses of before there were so many tabs.
  ['order=last', 'bought'],
  ['page=2', 'bought'],
])('?%s shows %s', (query, tab) => {
  expect(quickTabOf(new URLSearchParams(query))).toBe(tab);
});
