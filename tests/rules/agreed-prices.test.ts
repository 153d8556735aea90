import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agreedPrice,
  agreedPriceFloor,
  agreedPriceProblem,
  belowFloorProblem,
  priceSpec,
  readPriceTable,
} from '#lib/rules/companies/agreed-prices.ts';
import { readTableOf } from '#tests/support/tables.ts';

const read = (table: string[][]) => readPriceTable(readTableOf(table, priceSpec).rows);

describe('a table of agreed prices', () => {
  it.each([
    [
      'by its heads, in any order',
      [
        ['协议价', '品名', '商品编号'],
        ['9.9', '甲', '1591'],
      ],
      [[2, 'set', 990]],
    ],
    [
      'without heads by the first two columns',
      [
        ['1591', '9.90'],
        ['', ''],
        ['1592', '￥1,200 元'],
      ],
      [
        [1, 'set', 990],
        [3, 'set', 120_000],
      ],
    ],
    ['the end of an agreement', [['1591', '删除']], [[1, 'drop', null]]],
    ['a goods that is no number', [['A159', '1']], [[1, 'wrong', null]]],
    [
      'a goods that stands twice',
      [
        ['1591', '1'],
        ['１５９１', '2'],
      ],
      [
        [1, 'set', 100],
        [2, 'wrong', null],
      ],
    ],
    [
      'no amount, too many places, nothing',
      [
        ['1', 'x'],
        ['2', '1.234'],
        ['3', ''],
        ['4', '-1'],
      ],
      [
        [1, 'wrong', null],
        [2, 'wrong', null],
        [3, 'wrong', null],
        [4, 'wrong', null],
      ],
    ],
    ['nothing at all', [['', '']], []],
  ])('%s', (_, table, wanted) => {
    expect(
      read(table).map((entry) => [entry.row, entry.kind, entry.kind === 'set' ? entry.fen : null]),
    ).toEqual(wanted);
  });

  it.each<[string, string[][], [number, number][] | string]>([
    [
      'a column between goods and price',
      [
        ['商品编号', '起订量', '协议价(元)'],
        ['61', '10', '6.9'],
      ],
      [[2, 690]],
    ],
    [
      'a title above, and the old price beside the new one',
      [
        ['2026年12月协议价', '', '', ''],
        ['序号', '商品编号', '原协议价', '新协议价'],
        ['1', '61', '8.00', '6.90'],
      ],
      [[3, 690]],
    ],
    [
      'two prices of which none is better',
      [
        ['商品编号', '执行价', '供货价'],
        ['61', '10', '6.9'],
      ],
      '“执行价”“供货价”都可能是协议价，请选择一列',
    ],
    [
      'words that name no price are never read by their place',
      [
        ['商品编号', '起订量'],
        ['61', '10'],
      ],
      '没有找到协议价列，请选择',
    ],
    [
      'a title with digits over words that nobody knows',
      [['2026年'], ['货号', '起订', '让利后'], ['61', '10', '6.9']],
      '没有找到商品编号、协议价列，请选择',
    ],
    ['three columns without heads', [['61', '10', '6.9']], '没有找到商品编号、协议价列，请选择'],
    [
      'a failed formula',
      [
        ['61', '#N/A'],
        ['62', '1'],
      ],
      [[2, 100]],
    ],
  ])('%s', (_, table, wanted) => {
    const { rows, questions } = readTableOf(table, priceSpec);
    const set = readPriceTable(rows).flatMap((entry) =>
      entry.kind === 'set' ? [[entry.row, entry.fen] as [number, number]] : [],
    );
    expect(questions[0] ?? set).toEqual(wanted);
  });

  it('is bounded on either side', () => {
    const { min, max } = agreedPrice;
    expect([min - 1, min, max, max + 1].map((fen) => agreedPriceProblem(fen) === null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('says something of every filled row, and sets each goods once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 20 }), (table) => {
        const entries = read(table);
        const ids = entries.flatMap((entry) => (entry.kind === 'wrong' ? [] : [entry.goodsId]));
        expect(new Set(ids).size).toBe(ids.length);
        expect(entries.length).toBeLessThanOrEqual(table.length);
      }),
    );
  });
});

describe('the floor of an agreed price', () => {
  it.each([
    [7_07, 70, 4_95, true],
    [7_07, 70, 4_94, false],
    [10_00, 70, 7_00, true],
    [10_00, 70, 6_99, false],
    [10_00, 0, 1, true],
    [10_00, 100, 9_99, false],
  ])('of %i fen at %i percent lets %i through: %s', (member, percent, price, isHigh) => {
    expect(price >= agreedPriceFloor(member, percent)).toBe(isHigh);
    expect(belowFloorProblem(price, member, percent) === null).toBe(isHigh);
  });
});
