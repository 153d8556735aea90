/** Files of cases: which rows are taken, and what is said of the others. */
import { expect, it } from 'vitest';
import { packSpec, readPacks } from '#lib/rules/orders/trace-packs.ts';
import { readTableOf } from '#tests/support/tables.ts';

const code = (n: number) => `8${String(n).padStart(18, '0')}1`;
const read = (table: string[][]) => readPacks(readTableOf(table, packSpec).rows);
const head = ['箱码', '追溯码'];

it('reads the heads of other systems, and a pair that comes twice once', () => {
  const table = [
    ['上级码', '下级码', '批号'],
    [code(1), code(11), 'A'],
    [code(1), code(12), 'A'],
    [code(1), code(11), 'A'],
  ];
  expect(readTableOf(table, packSpec).questions).toEqual([]);
  expect(read(table)).toEqual({
    packed: [
      { code: code(11), parent: code(1) },
      { code: code(12), parent: code(1) },
    ],
    faults: [],
  });
});

it.each<[string, string[][], { row: number; sentence: unknown }[]]>([
  ['no code', [[code(1), '12']], [{ row: 2, sentence: '“12”不是20位数字' }]],
  ['an empty cell', [[code(1), '']], [{ row: 2, sentence: '请填写箱码和追溯码' }]],
  [
    'a code that a spreadsheet has cut',
    [[code(1), '8.1E+19']],
    [{ row: 2, sentence: expect.stringContaining('科学计数') }],
  ],
  ['a code in itself', [[code(1), code(1)]], [{ row: 2, sentence: `箱码和追溯码相同：${code(1)}` }]],
  [
    'a code in two cases',
    [
      [code(1), code(11)],
      [code(2), code(11)],
    ],
    [{ row: 3, sentence: `追溯码${code(11)}在第2行属于另一箱${code(1)}` }],
  ],
  [
    'two codes in each other',
    [
      [code(1), code(2)],
      [code(2), code(1)],
    ],
    [2, 3].map((row) => ({ row, sentence: expect.stringContaining('填反了') })),
  ],
])('%s is named', (_name, rows, faults) => {
  expect(read([head, ...rows]).faults).toEqual(faults);
});
