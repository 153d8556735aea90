import { expect, it } from 'vitest';
import { couponsText } from '#islands/cart/coupon-words.ts';

const short = { isChosen: false, isUsable: false, saving: 0, gap: 5000 };
const barred = { ...short, gap: 0 };
const usable = { ...barred, isUsable: true, saving: 100 };

it.each([
  [[], '还没有可用的券'],
  [[short, short], '有2张未达使用门槛'],
  // Held by an order that waits, not begun, for newcomers only: more goods would not help.
  [[barred], '有1张暂不可用'],
  [[short, barred, barred], '有1张未达使用门槛，2张暂不可用'],
  [[usable, short], '有1张可用，1张未达使用门槛'],
  [[{ ...usable, isChosen: true, saving: 123_400 }, short], '已用1张，共减 ¥1,234.00'],
])('the coupons of a cart are counted as they are %#', (coupons, text) => {
  expect(couponsText(coupons)).toBe(text);
});

it.each([
  // A voucher pays while the only coupon is held by another order.
  [[barred], [{ used: 5000 }], '已用1张（含现金券1张），共减 ¥50.00'],
  [[{ ...usable, isChosen: true, saving: 2000 }], [{ used: 5000 }], '已用2张（含现金券1张），共减 ¥70.00'],
  [[], [{ used: 5000 }, { used: 100 }], '已用2张（含现金券2张），共减 ¥51.00'],
  [[barred], [{ used: 0 }], '有1张暂不可用'],
  [[], [], '还没有可用的券'],
])('cash vouchers that pay are counted with the coupons %#', (coupons, vouchers, text) => {
  expect(couponsText(coupons, vouchers)).toBe(text);
});
