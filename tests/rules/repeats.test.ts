/** The same goods in more than one row of a purchase list. */
import { expect, test } from 'vitest';
import { type RowOfGoods, repeatsOf } from '#lib/rules/purchase/repeats.ts';

const row = (goodsId: number | null, number = 10): RowOfGoods => ({ goodsId, number });

test.each<[string, RowOfGoods[], ReturnType<typeof repeatsOf>]>([
  ['nothing twice', [row(1), row(2)], []],
  [
    'twice, with the pieces of both',
    [row(1), row(2), row(1, 5)],
    [{ goodsId: 1, places: [0, 2], number: 15 }],
  ],
  [
    'several, in the order of their first row',
    [row(2), row(1), row(1), row(2), row(2, 1)],
    [
      { goodsId: 2, places: [0, 3, 4], number: 21 },
      { goodsId: 1, places: [1, 2], number: 20 },
    ],
  ],
  [
    'what was not found, or cannot be bought, is no repeat',
    [row(null), row(null), row(3, 0), row(3, 10)],
    [],
  ],
])('%s', (_name, rows, repeats) => {
  expect(repeatsOf(rows)).toEqual(repeats);
});
