import { expect, it } from 'vitest';
import {
  leastConfidence,
  leftText,
  mayConfirmTogether,
  type RowToConfirm,
} from '#lib/rules/purchase/confirm-all.ts';

const row = (over: Partial<RowToConfirm> = {}): RowToConfirm => ({
  grade: 'check',
  confidence: leastConfidence,
  number: 10,
  isSettled: false,
  ...over,
});

it.each<[string, Partial<RowToConfirm>, boolean]>([
  ['just sure enough', {}, true],
  ['just not', { confidence: leastConfidence - 1 }, false],
  ['certain already', { grade: 'sure', confidence: 99 }, false],
  ['looked at already', { isSettled: true }, false],
  ['nothing to buy', { number: 0 }, false],
  ['nothing found', { grade: 'none', number: 0, confidence: 0 }, false],
])('%s', (_, over, may) => {
  expect(mayConfirmTogether(row(over))).toBe(may);
});

it('says why rows are left, and nothing where none is', () => {
  expect(leftText([])).toBeNull();
  expect(leftText([row(), row({ grade: 'sure' }), row({ confidence: 20, isSettled: true })])).toBeNull();
  expect(leftText([row({ confidence: 20 })])).toBe('1行把握不到60%，请逐行核对');
  expect(leftText([row({ confidence: 20 }), row({ grade: 'none', number: 0 }), row({ number: 0 })])).toBe(
    '1行把握不到60%，请逐行核对；2行没有找到或暂不可购买',
  );
});
