import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cheapestFill,
  type Filler,
  fillAlone,
  fillGap,
  fillText,
  isJustBought,
  needOf,
  unneeded,
} from '#lib/rules/purchase/fill-gap.ts';

const filler = (id: number, over: Partial<Filler> & { price?: number } = {}): Filler => {
  const { price = 100, ...rest } = over;
  return {
    id,
    need: { usual: 10, month: 20 },
    bounds: { min: 10, max: 1000, step: 10, disabled: false },
    amountOf: (number) => number * price,
    ...rest,
  };
};
const amount = (gap: number, budget = 0) => ({ gap, unit: 'amount' as const, budget });
const numbers = (fillers: Filler[], gap: Parameters<typeof fillGap>[1]) =>
  fillGap(fillers, gap)?.map(({ id, number }) => [id, number]) ?? null;

test.each([
  [[20, 10, 30], [100, 130, 160], 160, { usual: 20, month: 30 }],
  [[10, 30], [100, 200], 220, { usual: 10, month: 10 }],
  // What was bought within less than a month is that month's.
  [[10, 10], [100, 105], 110, { usual: 10, month: 20 }],
  [[], [], 110, { usual: 0, month: 0 }],
])('of purchases %j on days %j the need on day %i is %o', (pieces, days, today, need) => {
  const purchases = pieces.map((number, at) => ({ day: days[at]!, pieces: number }));
  expect(needOf(purchases, today)).toEqual(need);
});

describe('a gap', () => {
  const other = filler(9, { need: null, price: 30 });
  test.each<[string, Filler[], Parameters<typeof fillGap>[1], number[][] | null]>([
    ['is filled by one usual purchase', [filler(1), filler(2)], amount(900), [[1, 10]]],
    [
      'by several together',
      [filler(1), filler(2)],
      amount(1500),
      [
        [1, 10],
        [2, 10],
      ],
    ],
    [
      'by more of the first, up to a month’s need',
      [filler(1), filler(2)],
      amount(2500),
      [
        [1, 20],
        [2, 10],
      ],
    ],
    ['not beyond that', [filler(1)], amount(2001), null],
    [
      'without what the others make needless',
      [filler(1, { price: 1 }), filler(2, { price: 500 })],
      amount(5000),
      [[2, 10]],
    ],
    [
      'by others for no more than it saves',
      [filler(1, { need: { usual: 10, month: 10 } }), other],
      amount(1100, 300),
      [
        [1, 10],
        [9, 10],
      ],
    ],
    ['not for a fen more', [filler(1, { need: { usual: 10, month: 10 } }), other], amount(1100, 299), null],
    [
      'not by what is sold in more than a month’s need',
      [filler(1, { need: { usual: 5, month: 9 } })],
      amount(1),
      null,
    ],
    [
      'not by what cannot be bought',
      [filler(1, { bounds: { min: 0, max: 0, step: 10, disabled: true } })],
      amount(1),
      null,
    ],
    [
      'in pieces',
      [filler(1), filler(2)],
      { gap: 15, unit: 'quantity', budget: 0 },
      [
        [1, 10],
        [2, 10],
      ],
    ],
    ['by nothing', [], amount(1), null],
  ])('%s', (_name, fillers, gap, expected) => {
    expect(numbers(fillers, gap)).toEqual(expected);
  });

  test('is never filled by more than a month’s need, nor by needless goods beyond the budget, nor by too much', () => {
    const some = fc.record({
      usual: fc.nat(60),
      month: fc.nat(90),
      isNeeded: fc.boolean(),
      price: fc.integer({ min: 1, max: 900 }),
      step: fc.constantFrom(1, 5, 10),
    });
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 6 }),
        fc.integer({ min: 1, max: 40_000 }),
        fc.nat(9000),
        (all, gap, budget) => {
          const fillers = all.map(({ usual, month, isNeeded, price, step }, id) =>
            filler(id, {
              need: isNeeded ? { usual, month } : null,
              price,
              bounds: { min: step, max: 500, step, disabled: false },
            }),
          );
          const found = fillGap(fillers, amount(gap, budget));
          if (found === null) return;
          const sum = (fills: typeof found) => fills.reduce((all, one) => all + one.amount, 0);
          expect(sum(found)).toBeGreaterThanOrEqual(gap);
          expect(unneeded(found)).toBeLessThanOrEqual(budget);
          for (const { id, number, isNeeded } of found) {
            expect(number % all[id]!.step).toBe(0);
            if (isNeeded) expect(number).toBeLessThanOrEqual(all[id]!.month);
            expect(sum(found.filter((one) => one.id !== id)), 'none is needless').toBeLessThan(gap);
          }
        },
      ),
    );
  });
});

test.each([
  [filler(1), amount(1500), { number: 20, isEnough: true }],
  [filler(1), amount(2500), { number: 10, isEnough: false }],
  [filler(1, { need: null }), amount(900, 1000), { number: 10, isEnough: true }],
  [filler(1, { need: null }), amount(900, 999), null],
])('one goods alone is proposed at its usual number or what fills the gap: %#', (one, gap, expected) => {
  const found = fillAlone(one, gap);
  expect(found && { number: found.number, isEnough: found.isEnough }).toEqual(expected);
});

const cheap = filler(2, { price: 60 });
test.each<[string, Filler[], number, number[][] | null]>([
  ['the cheaper item that is enough alone', [filler(1), cheap], 500, [[2, 10]]],
  ['more of one rather than two that cost more', [filler(1), cheap], 1100, [[2, 20]]],
  [
    'several where none is enough alone',
    [filler(1), cheap],
    2100,
    [
      [1, 20],
      [2, 10],
    ],
  ],
  ['nothing', [], 1, null],
])('a gap takes %s', (_name, fillers, gap, expected) => {
  expect(cheapestFill(fillers, amount(gap))?.map(({ id, number }) => [id, number]) ?? null).toEqual(expected);
});

test.each([
  [[100], 100, true],
  [[90, 98], 100, true],
  [[97], 100, false],
  [[], 100, false],
])('what was bought on days %j is just bought on day %i: %s', (days, today, isJust) => {
  const purchases = days.map((day) => ({ day, pieces: 10 }));
  expect(isJustBought(purchases, today)).toBe(isJust);
});

test.each([
  [{ spend: 29_300, saving: 2000, back: 0 }, '花¥293.00省¥20.00'],
  // Cashback takes nothing off the total; it comes back later.
  [{ spend: 29_300, saving: 0, back: 2000 }, '花¥293.00返¥20.00'],
  [{ spend: 29_300, saving: 500, back: 2000 }, '花¥293.00省¥5.00返¥20.00'],
  [{ spend: 29_300, saving: 0, back: 0 }, '花¥293.00'],
])('%o is told as %s', (of, text) => {
  expect(fillText(of)).toBe(text);
});
