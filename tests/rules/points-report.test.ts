import { describe, expect, it } from 'vitest';
import { worthOf } from '#lib/rules/money/points-worth.ts';
import { footMonths, monthsUntil, sumParts } from '#lib/rules/points/report.ts';

it.each([
  ['2026-11', 3, ['2026-09', '2026-10', '2026-11']],
  ['2026-01', 3, ['2025-11', '2025-12', '2026-01']],
  ['2024-03', 1, ['2024-03']],
])('the months until %s, %i of them', (last, count, months) => {
  expect(monthsUntil(last, count)).toEqual(months);
});

it.each([
  [1000, 10, 1000],
  [1, 10, 1],
  [33, 5, 17],
  [500, 0, 0],
])('%i points at %i yuan for 1,000 are %i fen', (points, yuan, fen) => {
  expect(worthOf(points, yuan)).toBe(fen);
});

describe('months', () => {
  const months = footMonths(
    ['2026-09', '2026-10', '2026-11'],
    [
      { month: '2026-09', use: 'order', points: 100 },
      { month: '2026-11', use: 'spend', points: -60 },
      { month: '2026-11', use: 'give_back', points: 60 },
      { month: '2026-11', use: 'expire', points: -10 },
      { month: '2026-11', use: 'sign_in', points: 5 },
      { month: '2026-11', use: 'sign_in', points: 5 },
    ],
    120,
  );
  it('begin with what the one before has left, also without entries', () => {
    expect(months.map(({ opening, closing }) => [opening, closing])).toEqual([
      [20, 120],
      [120, 120],
      [120, 120],
    ]);
  });
  it('are what was given, redeemed and lost', () => {
    expect(months.map(({ uses }) => sumParts(uses))).toEqual([
      { given: 100, redeemed: 0, lost: 0 },
      { given: 0, redeemed: 0, lost: 0 },
      { given: 10, redeemed: 0, lost: -10 },
    ]);
  });
});
