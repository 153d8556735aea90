import { expect, it } from 'vitest';
import { joinRemarks, longestRemark, roomBeside } from '#lib/rules/orders/remarks.ts';

it.each([
  ['', '', ''],
  [' 周末送 ', '', '周末送'],
  ['', ' 附发票', '附发票'],
  ['周末送', '附发票', '周末送；附发票'],
  ['  ', '\n', ''],
])('“%s” to all and “%s” to one', (toAll, own, text) => {
  expect(joinRemarks(toAll, own)).toBe(text);
});

it.each([0, 1, 60, 198, 199, 200])('beside %d characters nothing is cut', (length) => {
  const other = '字'.repeat(length);
  const room = roomBeside(other);
  expect(joinRemarks(other, '字'.repeat(room)).length).toBeLessThanOrEqual(longestRemark);
  expect(room).toBe(length === 0 ? 200 : Math.max(0, 199 - length));
});
