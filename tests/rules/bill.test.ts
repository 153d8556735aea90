/** What is wrong with a line of a payment house's bill. */
import { expect, it } from 'vitest';
import { accountProblemOf, problemOf } from '#lib/rules/orders/bill.ts';

it.each([
  [1, 1, null],
  [0, 0, null],
  [null, null, null],
  [null, 1, 'moved'],
  [1, null, 'unmoved'],
  [1, 2, 'moved_amount'],
  [0, 1, 'moved_amount'],
] as const)('listed %s, booked in the account %s: %s', (trade, account, problem) => {
  expect(accountProblemOf({ trade, account })).toBe(problem);
});

it.each([
  [null, 'unknown'],
  [{ amount: 2, isBooked: true }, 'amount'],
  [{ amount: 1, isBooked: false }, 'unbooked'],
  [{ amount: 1, isBooked: true }, null],
] as const)('a line of one fen against %j: %s', (booked, problem) => {
  expect(problemOf({ amount: 1 }, booked)).toBe(problem);
});
