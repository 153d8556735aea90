import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocate,
  findYuan,
  formatYuan,
  inYuan,
  parseYuan,
  percentOf,
  shareOf,
  shareOfOne,
  shareOut,
  showCount,
  showYuan,
} from '#lib/rules/money/money.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';

describe('yuan on the wire', () => {
  test.each([
    ['12.30', 1230],
    ['12.3', 1230],
    ['12', 1200],
    ['0.05', 5],
    ['-0.50', -50],
    ['0', 0],
    ['-0', 0],
  ])('%s is %i fen', (text, fen) => {
    expect(findYuan(text)).toBe(fen);
    expect(parseYuan(text)).toBe(fen);
  });

  test.each([
    [4_978_150, '49,781.50'],
    [100_000, '1,000.00'],
    [99_999, '999.99'],
    [123_456_789_00, '123,456,789.00'],
    [-4_978_150, '-49,781.50'],
    [-99_999, '-999.99'],
    [5, '0.05'],
  ])('%i fen are shown as %s, from the wire too', (fen, shown) => {
    expect(showYuan(fen)).toBe(shown);
    expect(showYuan(formatYuan(fen))).toBe(shown);
  });

  test.each([
    [-131_200, '-¥1,312.00'],
    [131_200, '¥1,312.00'],
    [0, '¥0.00'],
    [-5, '-¥0.05'],
    ['-1312.00', '-¥1,312.00'],
    ['0.00', '¥0.00'],
  ])('%s is shown as %s, the minus before the sign of money', (amount, shown) => {
    expect(showAmount(amount)).toBe(shown);
  });

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [-1000, '-1,000'],
    [-999, '-999'],
    [123_456, '123,456'],
  ])('%i points are shown as %s', (count, shown) => {
    expect(showCount(count)).toBe(shown);
  });

  test('of several amounts stands under the same names, in their order', () => {
    const written = inYuan({ pay: 1230, discount: 0, change: -5 });
    expect(Object.entries(written)).toEqual([
      ['pay', '12.30'],
      ['discount', '0.00'],
      ['change', '-0.05'],
    ]);
    expect(() => inYuan({ pay: 0.5 })).toThrow(RangeError);
  });

  test.each(['', '1.234', '.5', '1.', 'abc', '1e3', ' 1', '1,000', '１２', '+1', '99999999999999', 'NaN'])(
    '%j is no amount',
    (text) => {
      expect(findYuan(text)).toBeNull();
      expect(() => parseYuan(text)).toThrow(RangeError);
    },
  );

  test('writing and reading give back the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (fen) => {
        expect(parseYuan(formatYuan(fen))).toBe(fen);
      }),
    );
    expect(formatYuan(1230)).toBe('12.30');
    expect(formatYuan(-5)).toBe('-0.05');
    expect(() => formatYuan(0.5)).toThrow(RangeError);
  });
});

describe('sharing', () => {
  test('goes to the largest remainders', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(10, [1, 2, 4])).toEqual([1, 3, 6]);
    expect(allocate(7, [0, 0])).toEqual([4, 3]);
    expect(allocate(0, [5])).toEqual([0]);
    expect(allocate(0, [])).toEqual([]);
  });

  test('is exact and never gives a weight more than itself', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1e11 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
        const sum = weights.reduce((a, b) => a + b, 0);
        const total = Math.floor(sum * part);
        const shares = allocate(total, weights);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        for (const [i, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(weights[i]!);
        }
      }),
    );
  });

  test('percent and parts round down', () => {
    expect(percentOf(999, 94)).toBe(939);
    expect(percentOf(1000, 97.55)).toBe(975);
    expect(percentOf(9_007_199_254_740, 50)).toBe(4_503_599_627_370);
    expect(shareOf(100, 2, 3)).toBe(66);
    expect(() => shareOf(100, 1, 0)).toThrow(RangeError);
  });
});

test('the share of one alone is its share among all', () => {
  fc.assert(
    fc.property(
      fc.nat(5_000_000),
      fc.array(fc.nat(200_000_000), { minLength: 1, maxLength: 9 }),
      fc.nat(8),
      fc.nat(8),
      (total, weights, at, cut) => {
        const things = weights.map((weight, id) => ({ id, weight }));
        const own = things[at % things.length]!;
        const others = things.filter((one) => one !== own);
        if (own.weight + others.reduce((sum, { weight }) => sum + weight, 0) === 0) return;
        const alone = shareOfOne(
          total,
          own,
          [others.slice(cut), others.slice(0, cut)],
          ({ weight }) => weight,
        );
        const [, share] = shareOut(total, things, ({ weight }) => weight).find(([one]) => one === own)!;
        expect(alone).toBe(share);
      },
    ),
  );
});
