/** A table that ships orders of the points mall: a row an order, and what is wrong with others. */
import { expect, it } from 'vitest';
import { pointsDispatchSpec, readPointsDispatch } from '#lib/rules/points/dispatch.ts';
import { readTableOf } from '#tests/support/tables.ts';

const head = ['积分订单号', '承运方', '运单号'];
const read = (...rows: string[][]) =>
  readPointsDispatch(readTableOf([head, ...rows], pointsDispatchSpec, null).rows);

it('reads a row an order, and leaves rows in which nothing is written', () => {
  const { parcels, faults } = read(
    ['J1', '顺风', 'SF10001'],
    ['J2', '', ''],
    ['J3', '其他：小李专送', 'A-12345'],
  );
  expect(parcels).toEqual([
    { row: 2, no: 'J1', carrier: '顺丰速运', tracking: 'SF10001' },
    { row: 4, no: 'J3', carrier: '其他：小李专送', tracking: 'A-12345' },
  ]);
  expect(faults).toEqual([]);
});

it.each<[string, string[], string]>([
  ['no order', ['', '顺丰', 'SF10001'], '请填写积分订单号'],
  ['no carrier', ['J1', '', 'SF10001'], '请填写承运方'],
  ['no number', ['J1', '顺丰', ''], '运单号须为5–40位字母、数字或短横线'],
  ['a number that a spreadsheet has cut', ['J1', '顺丰', '1.23457E+11'], '科学计数'],
  ['an error', ['J1', '顺丰', '#N/A'], '错误值'],
  ['an unknown carrier', ['J1', '谁', 'SF10001'], '承运方'],
])('refuses a row with %s', (_, row, sentence) => {
  const { parcels, faults } = read(row);
  expect([parcels.length, faults.length]).toEqual([0, 1]);
  expect(faults[0]?.sentence).toContain(sentence);
});

it('sends one parcel an order', () => {
  const { parcels, faults } = read(['J1', '顺丰', 'SF10001'], ['J1', '顺丰', 'SF10002']);
  expect([parcels.length, faults.map(({ row }) => row)]).toEqual([1, [3]]);
  // A row that is refused does not stand for the order.
  const mended = read(['J1', '顺丰', '1'], ['J1', '顺丰', 'SF10001']);
  expect([mended.parcels.map(({ row }) => row), mended.faults.map(({ row }) => row)]).toEqual([[3], [2]]);
});
