import { expect, test } from 'vitest';
import { readTraceTable, traceSpec } from '#lib/rules/orders/trace-table.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { readCsv } from '#lib/server/engines/tables/csv.ts';
import { readTableOf } from '#tests/support/tables.ts';

test.each([
  ['plain', '阿莫西林', '阿莫西林'],
  ['nothing', null, ''],
  ['a number', -12.5, '-12.5'],
  ['a number as text', '-12.50', '-12.50'],
  ['a separator', 'a,b', '"a,b"'],
  ['quotes', '5"', '"5"""'],
  ['lines', 'a\r\nb', '"a\r\nb"'],
  ['a formula', '=SUM(A1)', "'=SUM(A1)"],
  ['a formula with quotes', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a plus', '+8613800000000', "'+8613800000000"],
  ['a minus that is no number', '-1+cmd', "'-1+cmd"],
  ['an at', '@SUM', "'@SUM"],
  ['a tab', '\t=1', "'\t=1"],
  ['full width', '＝1', "'＝1"],
  ['twenty digits', '81234567890123456789', '\t81234567890123456789'],
  ['twelve digits', '123456789012', '\t123456789012'],
  ['a telephone', '13900990001', '13900990001'],
  ['a nought in front', '0571', '\t0571'],
  ['nought', '0', '0'],
  ['an amount', '0.50', '0.50'],
  ['a lot with an E', '12E3', '\t12E3'],
  ['a lot like a day', '3-4', '\t3-4'],
  ['a lot like a day of a year', '1/2/26', '\t1/2/26'],
  ['a day', '2026-11-21', '2026-11-21'],
  ['a large number', 123_456_789_012, '123456789012'],
  ['twelve digits and a letter', '123456789012A', '123456789012A'],
])('%s', (_name, cell, expected) => {
  expect(csvText([[cell]])).toBe(`\ufeff${expected}\r\n`);
});

test('what it writes is read back by the readers of tables, whose cells are trimmed', () => {
  const cells = ['81234567890123456789', '0571', '12E3', '3-4', 'a,b', '阿莫西林', '2026-11-21'];
  const read = readCsv(csvText([cells]));
  expect(read.map((row) => row.map((cell) => cell.trim()))).toEqual([cells]);
  expect(readTraceTable(readTableOf(readCsv(csvText([['追溯码'], [cells[0]]])), traceSpec))).toEqual({
    codes: [cells[0]],
    faults: [],
  });
});
