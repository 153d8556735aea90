/** The table of lots: which rows are read, what is wrong with a row, and when two rows are the same. */
import { describe, expect, it } from 'vitest';
import { lotHeads, lotRowRef, lotTableSpec, readLotTable } from '#lib/rules/orders/lot-table.ts';
import { readTableOf } from '#tests/support/tables.ts';

const now = Date.parse('2026-11-29T10:00:00+08:00');
const head = Object.values(lotHeads);
/** 商品编号, SKU, 批号, 生产日期, 有效期至, 入库数量, 入库单号 */
const good = ['11', '', 'A1', '2026-01-05', '2028-01-04', '50', ''];
const read = (...rows: readonly (readonly string[])[]) =>
  readLotTable(readTableOf([head, ...rows], lotTableSpec).rows, now);
const wrongOf = (...rows: readonly (readonly string[])[]) => read(...rows).rows.map(({ wrong }) => wrong);

describe('a row', () => {
  it.each([
    ['as written', {}, ''],
    ['a SKU in place of the number', { 0: '', 1: 'M01-1' }, ''],
    ['days as spreadsheets write them', { 3: '2026/1/5', 4: '20280104' }, ''],
    ['made today, to the end of today', { 3: '2026-11-29', 4: '2026-11-29' }, ''],
    ['pieces with a comma', { 5: '1,200' }, ''],
    ['no item', { 0: '' }, '请填写商品编号或SKU'],
    ['an item in words', { 0: '阿莫西林' }, '请填写商品编号或SKU'],
    ['no lot', { 2: '' }, '请填写批号'],
    ['a lot of 51 signs', { 2: 'A'.repeat(51) }, '批号最多50个字'],
    ['a delivery of 51 signs', { 6: 'A'.repeat(51) }, '入库单号最多50个字'],
    [
      'a lot that was cut',
      { 2: '8.12345E+13' },
      '“8.12345E+13”已被表格软件改成科学计数，原码已丢失，请把该列设为文本后重新导出',
    ],
    ['no day of production', { 3: '' }, '请填写生产日期'],
    ['no last day', { 4: '' }, '请填写有效期至'],
    ['no pieces', { 5: '' }, '请填写入库数量'],
    ['none', { 5: '0' }, '入库数量须为1到999999之间的整数'],
    ['half a piece', { 5: '1.5' }, '入库数量须为1到999999之间的整数，不能是“1.5”'],
    ['a day that is none', { 3: '2026-02-30' }, '生产日期须为日期，如2026-11-21，不能是“2026-02-30”'],
    ['a cleared day', { 4: '-' }, '有效期至不能清空'],
    ['a last day before the first', { 3: '2026-01-05', 4: '2026-01-04' }, '有效期不能早于生产日期'],
    ['made tomorrow', { 3: '2026-11-30' }, '生产日期不能晚于今天'],
    ['past its day', { 4: '2026-11-28' }, '该批次已过有效期，不能入库'],
  ] as const)('%s', (_, change, wrong) => {
    const row = Object.entries(change).reduce((cells, [at, cell]) => cells.with(Number(at), cell), good);
    expect(wrongOf(row)).toEqual([wrong]);
  });

  it('is read in the stored form, a scanned code too', () => {
    expect(read(good.with(2, ' ａ－1 ').with(5, '1,200')).rows).toEqual([
      {
        ...{ row: 2, goodsId: 11, sku: '', lotNo: 'a-1', producedOn: '2026-01-05', expiresOn: '2028-01-04' },
        ...{ pieces: 1200, doc: '', wrong: '' },
      },
    ]);
    expect(read(good.with(2, '(01)06901234567892(10)A1')).rows[0]?.lotNo).toBe('A1');
  });
});

it('rows without anything of a lot are left out and counted', () => {
  const blank = ['12', '', '', '', '', '', ''];
  expect(read(good, blank, blank)).toMatchObject({ rows: [{ row: 2 }], skipped: 2 });
});

it('a lot that a row before has is refused, in any spelling; another delivery is another row', () => {
  expect(wrongOf(good, good.with(2, 'a1'), good.with(6, 'RK-2'), good.with(0, '12'))).toEqual([
    '',
    '与第2行是同一批次，请合并成一行',
    '',
    '',
  ]);
  // A wrong row takes no place.
  expect(wrongOf(good.with(5, '0'), good)).toEqual(['入库数量须为1到999999之间的整数', '']);
});

it('a table lacks none of its columns, and SKU stands for the number', () => {
  expect(readTableOf([head.slice(1), good.slice(1)], lotTableSpec).questions).toEqual([]);
  expect(readTableOf([head.slice(0, 5), good.slice(0, 5)], lotTableSpec).questions).toHaveLength(1);
});

it('a row is the same by its delivery and lot, else by lot, days and pieces', () => {
  const row = { lotNo: 'A1', producedOn: '2026-01-05', expiresOn: '2028-01-04', pieces: 50, doc: '' };
  const refs = (more: Partial<typeof row>) => lotRowRef({ ...row, ...more });
  expect(refs({ lotNo: 'Ａ1' })).toBe(refs({}));
  for (const more of [{ pieces: 51 }, { lotNo: 'A2' }, { expiresOn: '2028-01-05' }, { doc: 'RK-1' }])
    expect(refs(more)).not.toBe(refs({}));
  expect(refs({ doc: 'RK-1', pieces: 51 })).toBe(refs({ doc: 'RK-1' }));
  expect(refs({ doc: 'RK-1' })).not.toBe(refs({ doc: 'RK-2' }));
});
