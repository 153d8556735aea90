import { describe, expect, it, test } from 'vitest';
import { readTraceTable, traceSpec } from '#lib/rules/orders/trace-table.ts';
import { readTableOf } from '#tests/support/tables.ts';

const read = (table: string[][]) => readTraceTable(readTableOf(table, traceSpec));

const code = (n: number) => `8${String(n).padStart(19, '0')}`;

describe('trace codes in a table', () => {
  test.each<[string, string[][], string[]]>([
    ['one a row', [[code(1)], [code(2)]], [code(1), code(2)]],
    [
      'the column that the head names',
      [
        ['商品', '药品追溯码'],
        ['甲', code(1)],
        ['乙', code(2)],
      ],
      [code(1), code(2)],
    ],
    ['many in a cell', [[`${code(1)}，${code(2)} ${code(3)}`]], [code(1), code(2), code(3)]],
    ['blank rows between', [[code(1)], [''], ['', ''], [code(2)]], [code(1), code(2)]],
    [
      'over several columns',
      [
        [code(1), code(2)],
        [code(3), ''],
      ],
      [code(1), code(2), code(3)],
    ],
    ['nothing', [], []],
    ['a head alone', [['追溯码']], []],
  ])('%s', (_name, table, codes) => {
    expect(read(table)).toEqual({ codes, faults: [] });
  });

  it('names every row that is wrong, as the spreadsheet counts', () => {
    const table = [
      ['追溯码'],
      [code(1)],
      ['123'],
      [''],
      [code(1)],
      ['8.12345E+19'],
      [`${code(2)} x`],
      [`${code(3)}1`],
    ];
    expect(read(table)).toEqual({
      codes: [code(1), code(2)],
      faults: [
        { row: 3, sentence: '“123”不是20位数字' },
        { row: 5, sentence: `追溯码${code(1)}与第2行重复` },
        { row: 6, sentence: '“8.12345E+19”已被表格软件改成科学计数，原码已丢失，请把该列设为文本后重新导出' },
        { row: 7, sentence: '“x”不是20位数字' },
        { row: 8, sentence: `“${code(3)}1”不是20位数字`.replace(`${code(3)}1`, `${code(3)}1`.slice(0, 24)) },
      ],
    });
  });

  it.each<[string, string]>([
    ['81234567890123400000', '末尾的0可能是表格软件截断的'],
    ['8.12345678901234E+19', '已被表格软件改成科学计数'],
  ])('a code that a spreadsheet has cut is refused: %s', (cut, says) => {
    expect(read([['追溯码'], [cut], [code(1)]])).toEqual({
      codes: [code(1)],
      faults: [{ row: 2, sentence: expect.stringContaining(says) }],
    });
  });

  it.each<[string, string[][], string]>([
    [
      'two columns of codes',
      [
        ['追溯码（盒）', '追溯码（件）'],
        [code(1), code(2)],
      ],
      '都可能是追溯码',
    ],
    [
      'heads that nobody knows',
      [
        ['商品', '编码'],
        ['甲', code(1)],
      ],
      '没有找到追溯码列',
    ],
  ])('%s are asked', (_, table, says) => {
    expect(readTableOf(table, traceSpec)).toMatchObject({
      rows: [],
      questions: [expect.stringContaining(says)],
    });
    expect(readTraceTable(readTableOf(table, traceSpec, ['', 'codes'])).codes).toHaveLength(1);
  });

  it('a title above the head is passed over', () => {
    expect(
      read([
        ['出库追溯码明细（2026）', ''],
        ['商品', '药品追溯码'],
        ['甲', code(1)],
      ]).codes,
    ).toEqual([code(1)]);
  });

  it('without a head a title is a word that is no code', () => {
    expect(read([['编码'], [code(1)]]).faults).toEqual([{ row: 1, sentence: '“编码”不是20位数字' }]);
  });
});
