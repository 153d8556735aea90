import { expect, test } from 'vitest';
import type { KindWithConfig } from '#lib/rules/promotions/activity-kinds.ts';
import { isOpenTo } from '#lib/rules/promotions/newcomers.ts';

const special = (isForNewcomers?: boolean): KindWithConfig => ({
  kind: 'special',
  config: { variant: 'original_price', isForNewcomers },
});

test.each([
  ['a special price', special(), true, true],
  ['a special price that says it is not for newcomers alone', special(false), true, true],
  ["a newcomers' price", special(true), true, false],
  ['a flash sale', { kind: 'flash', config: { variant: 'original_price' } } as const, true, true],
])('%s is open to newcomers: %s, to others: %s', (_, activity, newcomer, other) => {
  expect(isOpenTo(activity, true)).toBe(newcomer);
  expect(isOpenTo(activity, false)).toBe(other);
});
