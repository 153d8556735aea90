/** Cells by which rows are changed: what they keep, set, clear, and why some are refused. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type CellField,
  type CellValue,
  cellHints,
  readCell,
  readRow,
  shownText,
  typedText,
} from '#lib/rules/changes/cells.ts';
import { csvText } from '#lib/rules/text/csv.ts';

const name: CellField = { kind: 'text', label: '简称', min: 2, max: 8, isNeeded: true };
const note: CellField = { kind: 'text', label: '说明', max: 12, hasLines: true };
const step: CellField = { kind: 'whole', label: '起订量', min: 1, max: 9_999, isNeeded: true };
const shift: CellField = { kind: 'whole', label: '排序', min: -5, max: 5 };
const price: CellField = { kind: 'money', label: '价格', min: 1, max: 999_999_99 };
const change: CellField = { kind: 'money', label: '调整', min: -10_000, max: 10_000 };
const day: CellField = { kind: 'day', label: '有效期至' };
const state: CellField = {
  kind: 'choice',
  label: '状态',
  choices: { on: '在售', off: '已下架', gift: '仅作 赠品（A类）' },
  isNeeded: true,
};
const cold: CellField = { kind: 'yes', label: '冷链', isNeeded: true };

const kept = { change: 'keep' };
const set = (value: CellValue) => ({ change: 'set', value });
const wrong = (error: string) => ({ change: 'wrong', error });

const all: Record<string, CellField> = { name, note, step, shift, price, change, day, state, cold };

describe('what a cell keeps and clears', () => {
  test.each(Object.entries(all))('%s: no column, an empty cell and blanks keep', (_, field) => {
    for (const cell of [undefined, '', ' ', '\u3000\t', '\u200b\ufeff', '\r\n'])
      expect(readCell(field, cell)).toEqual(kept);
  });

  test.each(Object.entries(all))('%s: a dash clears where it may', (_, field) => {
    const cleared = field.isNeeded ? wrong(`${field.label}不能清空`) : set(null);
    for (const cell of ['-', ' - ', '－', '\u200b-']) expect(readCell(field, cell)).toEqual(cleared);
  });

  test.each(Object.entries(all))('%s: two dashes, a long one and words for nothing do not', (_, field) => {
    for (const cell of ['--', '—', '空'])
      expect(readCell(field, cell).change).toBe(
        field.kind === 'text' && cell.length >= (field.min ?? 1) ? 'set' : 'wrong',
      );
  });

  test.each(Object.entries(all))('%s: a formula that failed is no content', (_, field) => {
    expect(readCell(field, '#N/A')).toEqual(wrong(`${field.label}是表格公式的错误值“#N/A”，请改为内容`));
  });

  it('tells its three rules', () => {
    expect(cellHints).toHaveLength(3);
  });
});

test.each([
  [name, '益民', set('益民')],
  [name, ' 益民\u200b药房 ', set('益民药房')],
  [name, '益民\r\n药房', set('益民 药房')],
  [name, '益', wrong('简称至少2个字')],
  [name, '一二三四五六七八', set('一二三四五六七八')],
  [name, '一二三四五六七八九', wrong('简称最多8个字')],
  [note, '第一行\r\n第二行', set('第一行\n第二行')],
  [note, '一', set('一')],
  // Of our own file: the apostrophe keeps a spreadsheet from computing.
  [note, "'=1+1", set('=1+1')],
  [note, "'-", set('-')],
  [note, "''-", set("'-")],
  [note, "'80年代", set("'80年代")],
] as const)('text %o: %o', (field, cell, read) => {
  expect(readCell(field, cell)).toEqual(read);
});

test.each([
  [step, '1', set(1)],
  [step, '9999', set(9_999)],
  [step, '0', wrong('起订量须为1到9999之间的整数')],
  [step, '10000', wrong('起订量须为1到9999之间的整数')],
  [step, '-1', wrong('起订量须为1到9999之间的整数')],
  [step, '９，９９９', set(9_999)],
  [step, '1,234', set(1_234)],
  [step, '12,34', wrong('起订量须为1到9999之间的整数，不能是“12,34”')],
  [step, '10.0', set(10)],
  [step, '10.', set(10)],
  [step, '10.5', wrong('起订量须为1到9999之间的整数，不能是“10.5”')],
  [step, '10盒', wrong('起订量须为1到9999之间的整数，不能是“10盒”')],
  [step, '1 000', set(1_000)],
  [step, '+3', set(3)],
  [step, '1E+3', wrong('起订量“1E+3”已被表格软件改成科学计数，请改为数字')],
  [step, '0x10', wrong('起订量须为1到9999之间的整数，不能是“0x10”')],
  [step, '99999999999999999999999', wrong('起订量须为1到9999之间的整数')],
  [
    step,
    '一二三四五六七八九十一二三四五六七八九十一',
    wrong('起订量须为1到9999之间的整数，不能是“一二三四五六七八九十一二三四五六七八九十…”'),
  ],
  [shift, '-5', set(-5)],
  [shift, '−5', set(-5)],
  [shift, "'-5", set(-5)],
  [shift, '-6', wrong('排序须为-5到5之间的整数')],
  [shift, '-0', set(0)],
] as const)('whole number %o: %o', (field, cell, read) => {
  const found = readCell(field, cell);
  expect(found).toEqual(read);
  expect(found.change === 'set' && Object.is(found.value, -0)).toBe(false);
});

test.each([
  [price, '12.30', set(1_230)],
  [price, '12.3', set(1_230)],
  [price, '12', set(1_200)],
  [price, '12.', set(1_200)],
  [price, '12.300', set(1_230)],
  [price, '¥12.30', set(1_230)],
  [price, '￥１２．３０', set(1_230)],
  [price, '12.3元', set(1_230)],
  [price, '1,234.50', set(123_450)],
  [price, '0.01', set(1)],
  [price, '0.29', set(29)],
  [price, '1.15', set(115)],
  [price, '0', wrong('价格须在¥0.01到¥999,999.99之间')],
  [price, '-1', wrong('价格须在¥0.01到¥999,999.99之间')],
  [price, '999999.99', set(999_999_99)],
  [price, '1000000', wrong('价格须在¥0.01到¥999,999.99之间')],
  [price, '12.345', wrong('价格最多两位小数，不能是“12.345”')],
  [price, '.5', wrong('价格须为金额，如12.30，不能是“.5”')],
  [price, '1,23', wrong('价格须为金额，如12.30，不能是“1,23”')],
  [price, '12元5角', wrong('价格须为金额，如12.30，不能是“12元5角”')],
  [price, '元', wrong('价格须为金额，如12.30，不能是“元”')],
  [price, '1.2E+5', wrong('价格“1.2E+5”已被表格软件改成科学计数，请改为金额')],
  [price, 'NaN', wrong('价格须为金额，如12.30，不能是“NaN”')],
  [price, 'Infinity', wrong('价格须为金额，如12.30，不能是“Infinity”')],
  [change, '-12.3', set(-1_230)],
  [change, '-¥12.3', set(-1_230)],
  [change, '¥-12.3', set(-1_230)],
  [change, '+12.3', set(1_230)],
  [change, "'-12.3", set(-1_230)],
  [change, '--1', wrong('调整须为金额，如12.30，不能是“--1”')],
  [change, '-0', set(0)],
  [change, '-100.01', wrong('调整须在¥-100.00到¥100.00之间')],
] as const)('money %o: %o', (field, cell, read) => {
  expect(readCell(field, cell)).toEqual(read);
});

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026/11/21', '2026-11-21'],
  ['2026/1/2', '2026-01-02'],
  ['2026.1.2', '2026-01-02'],
  ['20261121', '2026-11-21'],
  ['2026年1月2日', '2026-01-02'],
  ['２０２６－０１－０２', '2026-01-02'],
  ['2026-11-21 00:00:00', '2026-11-21'],
  ['2026/11/21 0:00', '2026-11-21'],
  ['2026-11-21T00:00:00.000', '2026-11-21'],
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', null],
  ['2026-13-01', null],
  ['2026-11/21', null],
  ['2026-11-21 08:30', null],
  ['2026-11-21T00:00:00Z', null],
  ['202611', null],
  ['2026年11月', null],
  ['21/11/2026', null],
  ['1899-12-31', null],
  ['长期', null],
])('day %s: %s', (cell, value) => {
  const read = value === null ? wrong(`有效期至须为日期，如2026-11-21，不能是“${cell}”`) : set(value);
  expect(readCell(day, cell)).toEqual(read);
});

test('a day that a spreadsheet holds as a number', () => {
  expect(readCell(day, '46347')).toEqual(wrong('有效期至“46347”是表格里的数字，请把该列设为日期后重新导出'));
});

test.each([
  ['在售', 'on'],
  [' 在 售 ', 'on'],
  ['仅作赠品(a类)', 'gift'],
  ['on', null],
  ['停售', null],
  ['__proto__', null],
  ['constructor', null],
])('choice %s: %s', (cell, value) => {
  expect(readCell(state, cell)).toEqual(
    value === null ? wrong(`状态没有“${cell}”，须为“在售”“已下架”“仅作 赠品（A类）”之一`) : set(value),
  );
});

test('of many choices some are named', () => {
  const choices = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, `选项${at}`]));
  const read = readCell({ kind: 'choice', label: '省份', choices }, '没有');
  expect(read).toEqual(
    wrong(`省份没有“没有”，须为${Array.from({ length: 8 }, (_, at) => `“选项${at}”`).join('')}等之一`),
  );
});

test.each([
  ...['是', '有', 'TRUE', 'true', 'Yes', 'y', '1', '√', '✓'].map((cell) => [cell, true] as const),
  ...['否', '无', 'FALSE', 'No', 'n', '0', '×', 'X'].map((cell) => [cell, false] as const),
  ...['不', '2', '是的', 'on'].map((cell) => [cell, null] as const),
])('yes or no %s: %s', (cell, value) => {
  expect(readCell(cold, cell)).toEqual(
    value === null ? wrong(`冷链须填“是”或“否”，不能是“${cell}”`) : set(value),
  );
});

describe('a row', () => {
  const fields = { name, price, day, cold };

  it('has the changed fields alone, and a sentence a wrong cell', () => {
    expect(readRow(fields, { name: '', price: '8.5', day: '-', cold: '也许' })).toEqual({
      set: { price: 850, day: null },
      errors: { cold: '冷链须填“是”或“否”，不能是“也许”' },
    });
    expect(readRow(fields, {})).toEqual({ set: {}, errors: {} });
  });

  it('reads no other names', () => {
    const cells: Record<string, string> = { price: '1', stock: '9', toString: 'x' };
    expect(readRow(fields, cells)).toEqual({ set: { price: 100 }, errors: {} });
  });
});

describe('a value as a cell', () => {
  test.each([
    [price, 1_230, '12.30', '¥12.30'],
    [price, 123_450, '1234.50', '¥1,234.50'],
    [change, -5, '-0.05', '¥-0.05'],
    [step, 0, '0', '0'],
    [day, '2026-11-21', '2026-11-21', '2026-11-21'],
    [state, 'off', '已下架', '已下架'],
    // Of a newer version.
    [state, 'paused', 'paused', 'paused'],
    [state, 'toString', 'toString', 'toString'],
    [cold, true, '是', '是'],
    [cold, false, '否', '否'],
    [note, '-', "'-", '-'],
    [note, "'=1", "''=1", "'=1"],
    [note, "it's", "it's", "it's"],
    [note, null, '', '空'],
    [price, null, '', '空'],
    [note, '', '', '空'],
  ] as const)('%o %o: %o, for people %o', (field, value, typed, shown) => {
    expect([typedText(field, value), shownText(field, value)]).toEqual([typed, shown]);
  });

  const text = fc
    .string({
      unit: fc.constantFrom('-', "'", '=', '+', '@', 'a', '1', '药', ' ', '＝'),
      minLength: 1,
      maxLength: 12,
    })
    .filter((one) => one === one.trim());
  const values = fc.oneof(
    text.map((value) => ({ field: note, value })),
    fc.integer({ min: -5, max: 5 }).map((value) => ({ field: shift, value })),
    fc.integer({ min: -10_000, max: 10_000 }).map((value) => ({ field: change, value })),
    fc.constantFrom('on', 'off', 'gift').map((value) => ({ field: state, value })),
    fc.boolean().map((value) => ({ field: cold, value })),
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((at) => ({ field: day, value: at.toISOString().slice(0, 10) })),
  );

  it('reads back as the same value, through a file of ours too', () => {
    fc.assert(
      fc.property(values, ({ field, value }) => {
        const typed = typedText(field, value);
        expect(readCell(field, typed)).toEqual(set(value));
        // The bytes of a file as a reader has them: the mark, quotes and line end taken away.
        const saved = csvText([[typed]]).slice(1, -2);
        const cell = saved.startsWith('"') ? saved.slice(1, -1).replaceAll('""', '"') : saved;
        expect(readCell(field, cell)).toEqual(set(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('any cell is kept, set or refused in words, and never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(all)),
        fc.string({ unit: 'binary', maxLength: 40 }),
        (field, cell) => {
          const read = readCell(field, cell);
          if (read.change === 'wrong') expect(read.error.startsWith(field.label)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
