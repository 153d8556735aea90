/** A table of parcels: which rows make one, what is wrong with others, and that nothing is read twice. */
import { describe, expect, it } from 'vitest';
import { dispatchPartText, dispatchSpec, readDispatch } from '#lib/rules/orders/dispatch.ts';
import { readTableOf } from '#tests/support/tables.ts';

const head = ['订单号', '承运方', '运单号', '商品编号', '批号', '数量', '追溯码'];
const code = (n: number) => `8${String(n).padStart(19, '0')}`;

const read = (table: string[][], merged: string[] = []) =>
  readDispatch(readTableOf(table, dispatchSpec, null, merged).rows);

it.each<[string, string[][], string | null]>([
  [
    'a head without a number',
    [
      ['订单号', '承运方'],
      ['D1', '顺丰'],
    ],
    '没有找到运单号列，请选择',
  ],
  ['an empty file', [], '没有找到订单号、承运方、运单号列，请选择'],
  [
    'two numbers',
    [
      ['订单号', '承运方', '运单号', '快递单号'],
      ['D1', '顺丰', 'SF001', 'SF002'],
    ],
    '“运单号”“快递单号”都可能是运单号，请选择一列',
  ],
  [
    'the three that are needed, in any order, below a title, as an ERP calls them',
    [['发货明细'], ['快递单号', '订单编号', '快递公司'], ['SF001', 'D1', '顺丰']],
    null,
  ],
])('%s', (_name, table, fault) => {
  expect(readTableOf(table, dispatchSpec).questions).toEqual(fault === null ? [] : [fault]);
});

describe('rows', () => {
  it('of one order and number are one parcel', () => {
    const { parcels, faults, count } = read([
      head,
      ['D1', '顺丰', 'SF001', '17', 'B1', '2', `${code(1)} ${code(2)}`],
      ['D2', '顺丰', 'SF002', '', '', '', ''],
      ['', '', '', '', '', '', ''],
      ['D1', '顺丰', 'SF001', '17', 'B2', '3', ''],
    ]);
    expect(faults).toEqual([]);
    expect(count).toBe(3);
    expect(parcels.map(({ no, rows }) => [no, rows.map(({ row }) => row)])).toEqual([
      ['D1', [2, 5]],
      ['D2', [3]],
    ]);
  });

  it('say once or each time how a parcel is kept cold, and not two things', () => {
    const cold = ['订单号', '承运方', '运单号', '商品编号', '启运温度', '冷藏车或冷藏箱', '温度记录仪编号'];
    const { parcels, faults } = read([
      cold,
      ['D1', '顺丰', 'SF001', '17', '', '箱07', ''],
      ['D1', '顺丰', 'SF001', '18', '5.2', '箱07', 'LJ-1'],
      ['D2', '顺丰', 'SF002', '17', '5.2', '', ''],
      ['D2', '顺丰', 'SF002', '18', '5.3', '', ''],
    ]);
    expect(parcels.map(({ cold }) => cold)).toEqual([
      { temperature: '5.2', cooler: '箱07', recorder: 'LJ-1' },
    ]);
    expect(faults).toMatchObject([4, 5].map((row) => ({ row, sentence: '同一包裹的各行，启运温度须相同' })));
  });

  it.each<[string, string[], string]>([
    ['no order', ['', '顺丰', 'SF001'], '请填写订单号'],
    ['no carrier', ['D1', '', 'SF001'], '请填写承运方'],
    ['a number that is none', ['D1', '顺丰', '见备注'], '运单号须为'],
    ['goods that are none', ['D1', '顺丰', 'SF001', 'x'], '商品编号不正确'],
    ['pieces that are none', ['D1', '顺丰', 'SF001', '17', '', '0'], '数量须为'],
    ['a lot of nothing', ['D1', '顺丰', 'SF001', '', 'B1'], '须同时填写商品编号'],
    ['a code that is none', ['D1', '顺丰', 'SF001', '17', '', '1', '123'], '20位数字'],
    ['a number that a spreadsheet has cut', ['D1', '顺丰', '7.80123456789012E+15'], '科学计数'],
    [
      'a code that a spreadsheet has cut',
      ['D1', '顺丰', 'SF001', '17', '', '1', `8${'0'.repeat(19)}`],
      '截断',
    ],
    ['a failed formula', ['D1', '#N/A', 'SF001'], '承运方是错误值#N/A'],
    ['a code twice', ['D1', '顺丰', 'SF001', '17', '', '2', `${code(1)} ${code(1)}`], '追溯码重复'],
  ])('%s is said', (_name, row, says) => {
    const { parcels, faults } = read([head, row]);
    expect(parcels).toEqual([]);
    expect(faults).toEqual([{ row: 2, no: row[0], sentence: expect.stringContaining(says) }]);
  });

  it('of a parcel with a wrong one stay, those of others go', () => {
    const { parcels, faults } = read([
      head,
      ['D1', '顺丰', 'SF001', '17', '', '2', code(1)],
      ['D1', '顺丰', 'SF001', '18', '', 'x', ''],
      ['D2', '顺丰', 'SF002', '17', '', '1', code(2)],
      ['D3', '顺丰', 'SF003', '17', '', '1', code(2)],
      ['D4', '顺丰', 'SF004', '17', '', '1', ''],
      ['D4', '京东', 'SF004', '18', '', '1', ''],
      ['D5', '顺丰', 'SF005', '', '', '', ''],
      ['D5', '顺丰', 'SF005', '18', '', '1', ''],
    ]);
    expect(parcels.map(({ no }) => no)).toEqual(['D2']);
    expect(faults.map(({ row }) => row)).toEqual([2, 3, 5, 6, 7, 8, 9]);
  });

  it('whose order or number is not written hold the order that they may belong to', () => {
    const good = ['D1', '顺丰', 'SF001', '17', '', '2', ''];
    for (const wrong of [
      ['', '顺丰', 'SF001', '18', '', '1', ''],
      ['', '', '', '18', '', '1', ''],
      ['D1', '顺丰', '?', '18', '', '1', ''],
    ]) {
      const { parcels, faults } = read([head, good, wrong, ['D2', '顺丰', 'SF002', '', '', '', '']]);
      expect(parcels.map(({ no }) => no)).toEqual(['D2']);
      expect(faults.map(({ row }) => row)).toEqual([2, 3]);
    }
  });

  it('of an order that is filled in once follow the row above, and orders without anything stay', () => {
    const { parcels, faults, skipped } = read([
      head,
      ['D1', '顺丰', 'SF001', '17', 'B1', '2', ''],
      ['D1', '', '', '18', 'B2', '3', ''],
      ['D2', '', '', '17', 'B1', '1', ''],
      ['D2', '', '', '18', 'B1', '1', ''],
      ['D3', '', '', '17', 'B1', '1', ''],
      ['D3', '顺丰', 'SF003', '18', 'B1', '1', ''],
      ['D4', '', '', '17', 'B1', '1', code(9)],
    ]);
    expect(parcels.map(({ no, tracking, rows }) => [no, tracking, rows.map(({ row }) => row)])).toEqual([
      ['D1', 'SF001', [2, 3]],
    ]);
    expect(skipped).toBe(2);
    expect(faults).toMatchObject([
      { row: 6, sentence: '请填写承运方' },
      { row: 7, sentence: expect.stringContaining('整单未发') },
      { row: 8, sentence: '请填写承运方' },
    ]);
  });

  it('an amount that is merged over rows is nobody’s', () => {
    const rows = [
      head,
      ['D1', '顺丰', 'SF001', '17', '', '2', ''],
      ['D1', '顺丰', 'SF001', '18', '', '2', ''],
    ];
    expect(read(rows, ['2:5'])).toMatchObject({ parcels: [], faults: [{ row: 2 }, { row: 3 }] });
  });
});

describe('the name of a file of orders that wait', () => {
  it.each([
    [3, 0, true, ''],
    [0, 0, true, ''],
    [2, 1, true, '（2单，其后还有1单）'],
    [2, 1, false, '（2单，其后还有1单）'],
    [1, 0, false, '（最后1单）'],
  ])('of %d with %d behind, the first %j: “%s”', (orders, left, isFirst, text) => {
    expect(dispatchPartText({ orders, left, isFirst })).toBe(text);
  });
});
