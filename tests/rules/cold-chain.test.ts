import { expect, test } from 'vitest';
import { coldRecordText, findColdRecord, readTemperature } from '#lib/rules/orders/cold-chain.ts';

test.each([
  ['5', 5],
  ['5.2', 5.2],
  [' ５．２ ℃ ', 5.2],
  ['-18°C', -18],
  ['−18度', -18],
  ['+2', 2],
  ['0', 0],
  ['-80', -80],
  ['-80.1', null],
  ['30', 30],
  ['30.1', null],
  ['5.25', null],
  ['', null],
  ['℃', null],
  ['2到8', null],
])('the temperature %s is %s', (text, degrees) => {
  expect(readTemperature(text)).toBe(degrees);
});

test('the record names what keeps it cold where somebody said so', () => {
  expect(coldRecordText(5, '')).toBe('冷链发货：启运温度5.0℃');
  expect(coldRecordText(-18.5, '冷藏车')).toBe('冷链发货：启运温度-18.5℃，冷藏车');
});

test('what a record says is read out of it, and out of no other report', () => {
  expect(findColdRecord(coldRecordText(4, '保温箱07号'))).toBe('4.0℃，保温箱07号');
  expect(findColdRecord('商家已出库，交由顺丰速运承运')).toBeNull();
});
