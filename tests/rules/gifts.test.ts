import { expect, it } from 'vitest';
import { giftProblem, giftText, isGiftKind } from '#lib/rules/points/gifts.ts';

it.each([
  ['points', 1, '', undefined],
  ['points', 100_000, '', undefined],
  ['points', 0, '', 'count'],
  ['points', 1.5, '', 'count'],
  ['points', Number.NaN, '', 'count'],
  ['points', 100_001, '', 'count'],
  ['sign_card', 10, 'u1', undefined],
  ['sign_card', 11, 'u1', 'count'],
  ['sign_card', 1, '', 'user_id'],
] as const)('%s × %s for %j', (kind, count, userId, field) => {
  expect(giftProblem({ kind, count, userId })?.field).toBe(field);
});

it('has words with units, for its own kinds alone', () => {
  expect([giftText('points', 500), giftText('sign_card', 2)]).toEqual(['500分', '2张']);
  expect(['points', 'sign_card', 'balance'].map(isGiftKind)).toEqual([true, true, false]);
});
