// @vitest-environment happy-dom
/** The coupon centre says why somebody sees no amounts only to whom it is true. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CouponCenter } from '#islands/coupons/CouponCenter.tsx';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';
import { clearDocument, does, draw } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';

domPage();
afterEach(clearDocument);
beforeEach(() => {
  // Nothing is asked for by the island itself: what it learns is told here.
  // biome-ignore lint/suspicious/noDocumentCookie: it is the document's only cookie
  document.cookie = 'yp_in=; max-age=0';
  $user.set(undefined);
});

const day = '2026-01-01T00:00:00.000Z';
const coupon = {
  type: 'platform',
  id: 1,
  name: '满100减30',
  state: 'open',
  start_time: day,
  end_time: day,
  claim_from: day,
  claim_to: day,
};
const initial = { list: [coupon as CenterCoupon], total: 1, page: 1, size: 24, timestamp: Date.now() };
const drawCenter = () => draw(<CouponCenter initial={initial} input={{ page: 1, size: 24 }} />);

const know = (user: Partial<UserInfo> | null) => does(() => $user.set(user as UserInfo | null));

test('a company that passed is told nothing else while the amounts are on their way', async () => {
  const place = await drawCenter();
  await know({ is_passed: 1, company_status_text: '审核通过' });
  expect(place.textContent).toContain('领取后结算时自动选用最优惠的一张');
  expect(place.textContent).not.toContain('不能查看面额');
});

test('one that did not is told so, and a visitor the way in', async () => {
  const place = await drawCenter();
  await know(null);
  expect(place.textContent).toContain('登录后可查看面额并领取');
  await know({ is_passed: 0, company_status_text: '审核中' });
  expect(place.textContent).toContain('审核中的企业不能查看面额和领取');
});
