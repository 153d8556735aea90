/** How often a provider of invoices is asked about what it was sent (rules 19). */
import { expect, it } from 'vitest';
import { askAfter } from '#lib/rules/invoices/ask-pace.ts';

const minute = 60_000;

it.each([
  [0, 3000],
  [2999, 3000],
  [3000, 5000],
  [8000, minute],
  [2 * minute, minute],
  [10 * minute, 5 * minute],
  [5 * 60 * minute, 60 * minute],
])('what is %i ms old is asked about again after %i ms', (age, after) => {
  expect(askAfter(age)).toBe(after);
});

it('an hour takes some twenty questions, a day some forty', () => {
  const asked = (span: number) => {
    let count = 0;
    for (let age = 0; age < span; age += askAfter(age)) count += 1;
    return count;
  };
  expect(asked(60 * minute)).toBeLessThan(20);
  expect(asked(24 * 60 * minute)).toBeLessThan(45);
});
