import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRhythm, isRunningOut, type Purchase, rhythmText } from '#lib/rules/purchase/replenish.ts';

const at = (...days: number[]): Purchase[] => days.map((day) => ({ day, pieces: 20 }));

test.each<[string, Purchase[], number, [every: number, usual: number, since: number] | null]>([
  ['never bought', [], 100, null],
  ['once', at(1), 100, null],
  ['twice could be chance', at(1, 15), 100, null],
  ['three days of purchase', at(1, 15, 29), 45, [14, 20, 16]],
  ['in any order', at(29, 1, 15), 45, [14, 20, 16]],
  ['two purchases of a day are one', [...at(1, 15, 29), { day: 29, pieces: 10 }], 29, [14, 20, 0]],
  ['three purchases of two days are no rhythm', at(1, 1, 15), 20, null],
  ['one left out does not slow it', at(1, 8, 15, 29, 36), 40, [7, 20, 4]],
  ['one for a season is not usual', [...at(1, 8), { day: 15, pieces: 500 }, ...at(22, 29)], 36, [7, 20, 7]],
  [
    'between two middles',
    [
      { day: 1, pieces: 10 },
      { day: 8, pieces: 20 },
      { day: 18, pieces: 20 },
      { day: 28, pieces: 30 },
    ],
    30,
    [10, 20, 2],
  ],
])('%s', (_, purchases, today, wanted) => {
  const found = findRhythm(purchases, today);
  expect(found && [found.every, found.usual, found.since]).toEqual(wanted);
});

test.each<[since: number, isDue: boolean]>([
  [0, false],
  [12, false],
  [13, true],
  [14, true],
  [56, true],
  [57, false],
])('every 14 days, bought %i days ago: %s', (since, isDue) => {
  expect(isRunningOut({ every: 14, usual: 20, since, score: since / 14 })).toBe(isDue);
});

test('is said in words', () => {
  expect(rhythmText({ every: 14, usual: 20, since: 16, score: 16 / 14 }, '盒')).toBe(
    '平均每14天买20盒，已16天未买',
  );
  expect(rhythmText({ every: 7, usual: 5, since: 0, score: 0 }, '瓶')).toBe('平均每7天买5瓶，今天刚买过');
});

test('whatever was bought: whole numbers, never more often than daily, never more than ever bought', () => {
  const purchase = fc.record({
    day: fc.integer({ min: 0, max: 180 }),
    pieces: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(purchase, { maxLength: 40 }), (purchases) => {
      const found = findRhythm(purchases, 180);
      if (found === null) return;
      const byDay = Map.groupBy(purchases, ({ day }) => day);
      const sums = [...byDay.values()].map((own) => own.reduce((sum, { pieces }) => sum + pieces, 0));
      expect(found.every).toBeGreaterThanOrEqual(1);
      expect(found.usual).toBeLessThanOrEqual(Math.max(...sums));
      expect(found.usual).toBeGreaterThanOrEqual(Math.min(...sums));
      expect([found.every, found.usual, found.since].every(Number.isInteger)).toBe(true);
    }),
  );
});
