import { expect, test } from 'vitest';
import { csvText } from '#lib/rules/text/csv.ts';

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
])('%s', (_name, cell, expected) => {
  expect(csvText([[cell]])).toBe(`\ufeff${expected}\r\n`);
});
