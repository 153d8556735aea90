import { expect, test } from 'vitest';
import {
  coldRecordText,
  coldRecordWords,
  findColdFaults,
  isOutOfRange,
  rangeText,
  readTemperature,
  storageRange,
} from '#lib/rules/orders/cold-chain.ts';

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

test('the record says what there is of it, an old one what it has', () => {
  expect(coldRecordText({ degrees: -18.5, cooler: '沪A12345', recorder: 'LJ-12' })).toBe(
    '冷链发货：启运温度-18.5℃，沪A12345，记录仪LJ-12',
  );
  expect(coldRecordWords({ degrees: 5, cooler: '', recorder: '' })).toBe('5.0℃');
  expect(coldRecordWords({ degrees: null, cooler: '保温箱', recorder: '' })).toBe('保温箱');
});

test('all three are asked for, each in words of its own', () => {
  expect(findColdFaults({ temperature: '5.2', cooler: '冷藏箱07号', recorder: 'LJ-12' })).toEqual({});
  expect(findColdFaults({ temperature: ' ', cooler: '', recorder: ' ' })).toEqual({
    temperature: '请填写启运温度，如5.2',
    cooler: '请填写冷藏车或冷藏箱',
    recorder: '请填写温度记录仪编号',
  });
  expect(findColdFaults({ temperature: '60', cooler: '箱'.repeat(51), recorder: '1'.repeat(31) })).toEqual({
    temperature: expect.stringContaining('启运温度须为-80到30之间的度数'),
    cooler: '冷藏车或冷藏箱最多50字',
    recorder: '温度记录仪编号最多30字',
  });
});

test.each([
  ['冷藏 2-8℃', '2–8℃', [1.9, 8.1], [2, 8]],
  ['冷藏', '2–8℃', [1.9, 8.1], [2, 8]],
  ['密封，2℃～8℃保存', '2–8℃', [1.9, 8.1], [2, 8]],
  ['冷冻 -25～-15℃', '-25–-15℃', [-14.9, -25.1], [-25, -15]],
  ['-20℃以下', '不超过-20℃', [-19.9], [-20, -80]],
  ['阴凉，不超过20℃', '0–20℃', [-0.1, 20.1], [0, 20]],
])('goods that say %s are kept at %s', (storage, text, outside, within) => {
  const range = storageRange(storage);
  expect(rangeText(range)).toBe(text);
  expect(outside.map((degrees) => isOutOfRange(degrees, range))).toEqual(outside.map(() => true));
  expect(within.map((degrees) => isOutOfRange(degrees, range))).toEqual(within.map(() => false));
});
