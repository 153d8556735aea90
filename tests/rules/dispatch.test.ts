/** A table of parcels: which rows make one, what is wrong with others, and that nothing is read twice. */
import { describe, expect, it } from 'vitest';
import { findDispatchFault, readDispatch } from '#lib/rules/orders/dispatch.ts';

const head = ['订单号', '承运方', '运单号', '商品编号', '批号', '数量', '追溯码'];
const code = (n: number) => `8${String(n).padStart(19, '0')}`;

it.each<[string, string[][], string | null]>([
  [
    'a head without a number',
    [
      ['订单号', '承运方'],
      ['D1', '顺丰'],
    ],
    '缺少列：运单号',
  ],
  ['nothing below the head', [head], '没有数据行'],
  ['an empty file', [], '缺少列：订单号、承运方、运单号'],
  [
    'the three that are needed, in any order',
    [
      ['运单号', '订单号', '承运方'],
      ['SF001', 'D1', '顺丰'],
    ],
    null,
  ],
])('%s', (_name, table, fault) => {
  expect(findDispatchFault(table)).toBe(fault);
});

describe('rows', () => {
  it('of one order and number are one parcel', () => {
    const { parcels, faults, count } = readDispatch([
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
    const { parcels, faults } = readDispatch([
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
    ['a code twice', ['D1', '顺丰', 'SF001', '17', '', '2', `${code(1)} ${code(1)}`], '追溯码重复'],
  ])('%s is said', (_name, row, says) => {
    const { parcels, faults } = readDispatch([head, row]);
    expect(parcels).toEqual([]);
    expect(faults).toEqual([{ row: 2, no: row[0], sentence: expect.stringContaining(says) }]);
  });

  it('of a parcel with a wrong one stay, those of others go', () => {
    const { parcels, faults } = readDispatch([
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
});
