import { describe, expect, test } from 'vitest';
import { byPrice, comparedNumber, latestDate } from '#lib/rules/goods/compare.ts';

const one = (over: Partial<Parameters<typeof comparedNumber>[0][number]> = {}) => ({
  inCart: 0,
  last: 0,
  minQuantity: 1,
  packStep: 10,
  ...over,
});

describe('offers of one drug', () => {
  test.each([
    ['what is in the cart', [one({ inCart: 30, last: 50 }), one()], 30],
    ['else the last purchase of any of them', [one({ last: 50 }), one({ last: 20 })], 50],
    ['else what can be bought of each', [one(), one({ minQuantity: 21 })], 30],
    ['nothing', [], 0],
  ])('are compared for %s', (_name, offers, number) => {
    expect(comparedNumber(offers)).toBe(number);
  });

  test('stand by price, those without one last; the lowest are named, also two', () => {
    const things = [{ price: 5 }, { price: null }, { price: 3 }, { price: 3 }];
    const { sorted, best } = byPrice(things, ({ price }) => price);
    expect(sorted).toEqual([things[2], things[3], things[0], things[1]]);
    expect(best).toEqual(new Set([things[2], things[3]]));
    expect(byPrice([{ price: null }], ({ price }) => price).best.size).toBe(0);
    expect(byPrice([], () => 1)).toEqual({ sorted: [], best: new Set() });
  });

  test.each([
    [['2027-01-31', '2028-06-30', ''], '2028-06-30'],
    [['2028-06-30', ''], '2028-06-30'],
    [['2028-06-30', '2028-06-30'], null],
    [['', ''], null],
    [[], null],
  ])('the best expiry of %j is %s', (dates, expected) => {
    expect(latestDate(dates)).toBe(expected);
  });
});
