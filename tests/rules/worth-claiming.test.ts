import { expect, it } from 'vitest';
import { worthClaiming } from '#lib/rules/quote/worth-claiming.ts';
import type { Coupon } from '#lib/rules/terms/terms.ts';
import { buyer, coupon, goods, line, merchant, now, offers } from './fixtures.ts';

const lines = [line({ id: 1, goodsId: 1, quantity: 20 }), line({ id: 2, goodsId: 2, quantity: 10 })];
const terms = {
  goods: [goods({ id: 1 }), goods({ id: 2, merchantId: 2 })],
  merchants: [merchant(), merchant({ id: 2 })],
};
const own = (id: number, value: number, more: Partial<Coupon> = {}) =>
  coupon({ id, kind: 'merchant', merchantId: 1, value, threshold: 10_000, ...more });
const platform = { kind: 'platform' as const, merchantId: null };

it.each<[string, Coupon[], Coupon[], number[] | null, number]>([
  ['nothing to claim', [own(1, 500)], [], null, 0],
  ['better than the one in hand: the difference', [own(1, 500)], [own(-2, 1200)], [-2], 700],
  ['worse than the one in hand', [own(1, 500)], [own(-2, 400)], null, 0],
  ['just as good', [own(1, 500)], [own(-2, 500, { endsAt: now + 1 })], null, 0],
  ['its threshold is not reached', [], [own(-2, 500, { threshold: 20_001 })], null, 0],
  ['its threshold is just reached', [], [own(-2, 500, { threshold: 20_000 })], [-2], 500],
  ['of a merchant that is not in the cart', [], [own(-2, 500, { merchantId: 9 })], null, 0],
  ['one a merchant', [], [own(-2, 500), own(-3, 800)], [-3], 800],
  ['a merchant’s and the platform’s together', [], [own(-2, 500), own(-3, 300, platform)], [-2, -3], 800],
  [
    'only the one that helps',
    [own(1, 500)],
    [own(-2, 500, { endsAt: now + 1 }), own(-3, 300, platform)],
    [-3],
    300,
  ],
  ['not for this company', [], [own(-2, 500, { isBarred: true })], null, 0],
])('%s', (_name, coupons, claimable, ids, saving) => {
  const made = worthClaiming(lines, buyer(), offers({ ...terms, coupons }), claimable, now);
  expect(made).toEqual(ids === null ? null : { ids, saving });
});
