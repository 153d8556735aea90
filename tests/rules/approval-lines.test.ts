import { describe, expect, test } from 'vitest';
import { askedLines, changeText, type WaitingLine } from '#lib/rules/orders/approval-lines.ts';

const line = (id: number, more: Partial<WaitingLine> = {}): WaitingLine => ({
  id,
  kind: 'normal',
  goodsId: id * 10,
  activityId: null,
  quantity: 5,
  setQuantity: null,
  ...more,
});
const numbers = (...pairs: [number, number][]) => new Map(pairs);
const asked = (lines: WaitingLine[], changes: ReadonlyMap<number, number>) => {
  const found = askedLines(lines, changes);
  return Array.isArray(found) ? found.map(({ id, quantity }) => [id, quantity]) : found.reason;
};

describe('lines of a waiting trade', () => {
  test('take other numbers, none, or stay', () => {
    expect(asked([line(1), line(2), line(3)], numbers([1, 7], [2, 0]))).toEqual([
      [1, 7],
      [3, 5],
    ]);
    expect(asked([line(1)], numbers([1, 0]))).toEqual([]);
  });

  test('that are not there are refused', () => {
    expect(asked([line(1)], numbers([2, 7]))).toContain('不在这笔交易里');
  });

  test('gifts follow the rest', () => {
    const gift = line(2, { kind: 'gift', activityId: 4 });
    expect(asked([line(1), gift], numbers([1, 1]))).toEqual([[1, 1]]);
    expect(asked([line(1), gift], numbers([2, 5]))).toEqual([[1, 5]]);
    expect(asked([line(1), gift], numbers([2, 0]))).toContain('赠品');
  });

  test('a combination stays in its sets or goes as a whole', () => {
    const parts = [
      line(1, { kind: 'combination', activityId: 9, quantity: 6, setQuantity: 2 }),
      line(2, { kind: 'combination', activityId: 9, quantity: 3, setQuantity: 1 }),
    ];
    const found = askedLines(parts, numbers());
    expect(found).toEqual([{ id: 1, kind: 'combination', goodsId: null, activityId: 9, quantity: 3 }]);
    expect(asked([...parts, line(3)], numbers([2, 0]))).toEqual([[3, 5]]);
    expect(asked(parts, numbers([1, 4]))).toContain('整套');
  });

  test('a group-buy keeps its number, an add-on its activity', () => {
    expect(asked([line(1, { kind: 'group_buy' })], numbers([1, 4]))).toContain('拼团');
    expect(askedLines([line(1, { kind: 'add_on', activityId: 3 })], numbers())).toMatchObject([
      { activityId: 3 },
    ]);
    expect(askedLines([line(1, { activityId: 3 })], numbers())).toMatchObject([{ activityId: null }]);
  });
});

test('what was changed is said', () => {
  const lines = [
    { ...line(1), name: '甲' },
    { ...line(2), name: '乙' },
    { ...line(3), name: '丙' },
  ];
  expect(changeText(lines, numbers([1, 7], [2, 0], [3, 5]))).toBe('甲 5→7、乙 删除');
  expect(changeText(lines, numbers())).toBe('');
});
