import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pricesByRank, rankPrice } from '#lib/rules/money/rank-price.ts';

test.each([
  [0, {}, 1000],
  [3, {}, 1000],
  [0, { 1: 900 }, 1000],
  [1, { 1: 900 }, 900],
  [5, { 1: 900, 3: 850 }, 850],
  [2, { 1: 900, 3: 850 }, 900],
  // A higher rank never pays more than a lower one, whatever was entered.
  [3, { 1: 900, 3: 950 }, 900],
  [1, { 1: 1100 }, 1000],
])('rank %i with %o pays %i', (rank, rankPrices, price) => {
  expect(rankPrice({ memberPrice: 1000, rankPrices }, rank)).toBe(price);
});

test('prices of all ranks are those of each', () => {
  const fen = fc.integer({ min: 0, max: 2000 });
  const from = fc.constantFrom('0', '1', '2', '3', '5', '9', '-1', '1.5', 'x');
  fc.assert(
    fc.property(fen, fc.dictionary(from, fen), (memberPrice, rankPrices) => {
      const prices = pricesByRank({ memberPrice, rankPrices }, 6);
      expect(prices).toEqual([0, 1, 2, 3, 4, 5].map((rank) => rankPrice({ memberPrice, rankPrices }, rank)));
    }),
  );
});
