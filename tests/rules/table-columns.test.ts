/** Heads of tables, the columns that they name, and cells that spreadsheets spoil. */
import { describe, expect, it, test } from 'vitest';
import { purchaseSpec } from '#lib/rules/purchase/purchase-columns.ts';
import { readPurchaseRows } from '#lib/rules/purchase/purchase-split.ts';
import { findCutCode, findCutCodeIn, isErrorCell, numberText } from '#lib/rules/tables/cell.ts';
import { headText } from '#lib/rules/tables/columns.ts';
import { nameColumn, normalHead } from '#lib/rules/tables/spec.ts';
import { readTableOf } from '#tests/support/tables.ts';

test.each([
  ['10', '10'],
  ['9.999999999999998', '10'],
  ['0.57999999999999996', '0.58'],
  ['-1.5', '-1.5'],
  ['6901234567892', '6901234567892'],
  ['999999999999999', '999999999999999'],
  // One digit more than a spreadsheet keeps.
  ['1000000000000000', '1E+15'],
  ['81234567890123456789', '8.12345678901235E+19'],
  ['1E400', '1E400'],
  ['', ''],
])('the number cell %s reads %s', (raw, text) => {
  expect(numberText(raw)).toBe(text);
});

test.each([
  ['8.6999E+13', true],
  ['8E+19', true],
  ['81234567890123400000', true],
  ['6901230000000', true],
  ['81234567890123450000', false],
  ['12300000', false],
  ['86999001000015', false],
  ['H20000000', false],
  // A lot may be called so.
  ['5E12', false],
])('the code %s is cut: %s', (code, isCut) => {
  expect(findCutCode(code) !== null).toBe(isCut);
  expect(findCutCodeIn(`阿莫西林 ${code} 10盒`) !== null).toBe(isCut);
});

test.each([
  ['#N/A', true],
  ['#div/0!', true],
  ['#1', false],
])('%s is the error of a formula: %s', (cell, isError) => {
  expect(isErrorCell(cell)).toBe(isError);
});

test.each<[string, string | null]>([
  ['数量', 'quantity'],
  ['采购数量（盒）', 'quantity'],
  ['需求', 'quantity'],
  ['库存数量', ''],
  ['上月销售数量', ''],
  ['最小起订数量', ''],
  ['生产企业名称', 'maker'],
  ['药品名称*', 'name'],
  ['品名规格', 'name'],
  ['门店名称', ''],
  ['商品编码', 'code'],
  ['单价(元)', 'price'],
  ['零售价', ''],
  ['药店名称：康泰大药房', null],
  ['阿莫西林胶囊', null],
  ['2026年采购计划', null],
])('the head %s names %s', (head, key) => {
  expect(nameColumn(head, purchaseSpec)?.key ?? null).toBe(key);
});

test('heads are compared without blanks, width, stars and a colon', () => {
  expect(normalHead(' 批 发价（元）*：')).toBe('批发价(元)');
});

/** Rows of a purchase list, and which quantity each of them has. */
describe('a purchase list', () => {
  const goods = (...quantities: (number | null)[]) => quantities;

  it.each<[string, string[][], (number | null)[]]>([
    [
      'with a title above the head, and the sum of the row',
      [
        ['康泰大药房采购单', '', '', '', '', ''],
        ['序号', '品名', '规格', '数量', '单价', '金额'],
        ['1', '阿莫西林胶囊', '0.25g*24粒', '10', '7', '70'],
        ['', '合计', '', '10', '', '70'],
      ],
      goods(10),
    ],
    [
      'with what is there beside what is wanted',
      [
        ['品名', '规格', '厂家', '现有数量', '需求数量'],
        ['阿莫西林胶囊', '0.25g*24粒', '珞珩', '3', '10'],
      ],
      goods(10),
    ],
    [
      'with a bare amount beside a wanted one',
      [
        ['品名', '数量', '采购数量'],
        ['阿莫西林胶囊', '3', '10'],
      ],
      goods(10),
    ],
    [
      'with stock alone: nobody says how many',
      [
        ['品名', '规格', '库存数量'],
        ['阿莫西林胶囊', '0.25g*24粒', '3'],
      ],
      goods(null),
    ],
    [
      'with its head on every page',
      [
        ['品名', '数量'],
        ['阿莫西林胶囊', '10'],
        ['品名', '数量'],
        ['板蓝根颗粒', '5'],
      ],
      goods(10, 5),
    ],
    [
      'with failed formulas, which are shown',
      [
        ['品名', '数量'],
        ['#N/A', '10'],
        ['板蓝根颗粒', '#REF!'],
      ],
      goods(10, null),
    ],
  ])('%s', (_, rows, quantities) => {
    const read = readTableOf(rows, purchaseSpec);
    expect(read.questions).toEqual([]);
    expect(readPurchaseRows(read).map(({ quantity }) => quantity)).toEqual(quantities);
  });

  it('an amount that is merged over rows counts once', () => {
    const rows = [
      ['品名', '规格', '数量'],
      ['阿莫西林胶囊', '0.25g*24粒', '10'],
      ['阿莫西林胶囊', '0.125g*24片', '10'],
    ];
    const read = readTableOf(rows, purchaseSpec, null, ['2:0', '2:2']);
    expect(readPurchaseRows(read)).toEqual([
      { raw: '阿莫西林胶囊 0.25g*24粒', quantity: 10, unit: '', price: null },
      { raw: '阿莫西林胶囊 0.125g*24片', quantity: null, unit: '', price: null },
    ]);
  });

  const competing = [
    ['品名', '计划数量', '需求数量'],
    ['阿莫西林胶囊', '3', '10'],
  ];

  it('of two equally good columns a person chooses', () => {
    expect(readTableOf(competing, purchaseSpec)).toMatchObject({
      rows: [],
      head: 1,
      questions: ['“计划数量”“需求数量”都可能是数量，请选择一列'],
      columns: [
        { head: '品名', samples: ['阿莫西林胶囊'], key: 'name' },
        { head: '计划数量', key: '' },
        { head: '需求数量', key: '' },
      ],
    });
    const chosen = readTableOf(competing, purchaseSpec, ['name', '', 'quantity']);
    expect(readPurchaseRows(chosen)).toEqual([{ raw: '阿莫西林胶囊', quantity: 10, unit: '', price: null }]);
  });

  it.each([
    ['too few', ['name']],
    ['a word that is no column', ['name', '', 'colour']],
    ['one twice', ['name', 'quantity', 'quantity']],
    ['none of the goods', ['', 'quantity', '']],
  ])('a choice of %s does not fit', (_, chosen) => {
    expect(readTableOf(competing, purchaseSpec, chosen)).toMatchObject({
      rows: [],
      questions: [expect.any(String)],
    });
  });

  it('words that nobody knows over data are asked about, data alone are not', () => {
    const unknown = [
      ['药', '备'],
      ['阿莫西林胶囊', '10'],
    ];
    expect(readTableOf(unknown, purchaseSpec).questions).toEqual(['没有找到品名或条码或批准文号列，请选择']);
    const bare = readTableOf([['阿莫西林胶囊', '珞珩', '10']], purchaseSpec);
    expect([bare.isBare, bare.questions]).toEqual([true, []]);
  });

  it('is known again by its heads in their order', () => {
    const textOf = (...heads: string[]) => headText(readTableOf([heads, ['甲', '1']], purchaseSpec));
    expect(textOf('品名', '数量')).toBe(textOf(' 品 名', '数量：'));
    expect(textOf('品名', '数量')).not.toBe(textOf('数量', '品名'));
    expect(headText(readTableOf([['甲', '1']], purchaseSpec))).toBe('');
  });
});
