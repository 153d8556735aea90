import { describe, expect, it } from 'vitest';
import { nextSteps } from '#lib/rules/promotions/next-steps.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import type { GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import { buyer, coupon, freight, goods, line, merchant, now, offers, promo, reduction } from './fixtures.ts';

function steps(over: Partial<GoodsTerms>, quantity: number, more: Partial<Offers> = {}) {
  const terms = goods(over);
  const made = quote([line({ quantity })], buyer(), offers({ goods: [terms], ...more }), now);
  return nextSteps(made, made.lines[0]!, terms);
}

const ladder = {
  kind: 'from' as const,
  tiers: [
    { number: 50, price: 950 },
    { number: 200, price: 900 },
  ],
};

describe('the next step of a line', () => {
  it.each([
    [10, [{ text: '再买40盒，每盒降到¥9.50', saving: 50 * 50 }]],
    [50, [{ text: '再买150盒，每盒降到¥9.00', saving: 50 * 200 }]],
    [200, []],
  ])('on a ladder at %i pieces', (quantity, expected) => {
    expect(steps({ ladder }, quantity)).toEqual(expected);
  });

  it('is none where a tier would not be cheaper, where small purchases are, or where a promo makes the price', () => {
    expect(steps({ ladder, customerPrice: 880 }, 10)).toEqual([]);
    expect(steps({ ladder: { ...ladder, kind: 'up_to' } }, 10)).toEqual([]);
    expect(steps({ ladder, promo: promo() }, 3)).toEqual([]);
  });

  it('tells what the next tier of a reduction brings beyond what it brings now', () => {
    const more = { activities: [reduction] };
    expect(steps({ activityIds: [10] }, 40, more)).toEqual([{ text: '再买¥100.00共减¥30.00', saving: 3000 }]);
    expect(steps({ activityIds: [10] }, 60, more)).toEqual([{ text: '再买¥400.00共减¥80.00', saving: 5000 }]);
  });

  it('names free freight and the nearest coupon', () => {
    const more = {
      merchants: [merchant({ freight: freight() })],
      coupons: [coupon({ id: 1, threshold: 50_000, value: 5000 }), coupon({ id: 2, threshold: 15_000 })],
    };
    const found = steps({}, 10, more);
    expect(found[0]).toEqual({ text: '再买¥50.00可用“满100减10”', saving: 1000 });
    expect(found[1]).toMatchObject({ saving: 1000 });
    expect(found[1]?.text).toContain('¥200.00');
    expect(steps({ withCoupon: false }, 10, { coupons: more.coupons })).toEqual([]);
  });

  it('counts a coupon beyond the one that it takes the place of', () => {
    const held = coupon({ id: 1, value: 1500 });
    const next = coupon({ id: 2, name: '满1000减60', threshold: 100_000, value: 6000 });
    expect(steps({}, 50, { coupons: [held, next] })).toEqual([
      { text: '再买¥500.00可用“满1000减60”', saving: 4500 },
    ]);
    expect(steps({}, 50, { coupons: [held, { ...next, value: 1500 }] })).toEqual([]);
    // The platform's stands beside the merchant's.
    const platform = { ...next, kind: 'platform' as const, merchantId: null };
    expect(steps({}, 50, { coupons: [held, platform] })[0]?.saving).toBe(6000);
  });

  it('is none for a line that does not count', () => {
    expect(steps({ ladder, isBuyable: false, refusal: '缺货' }, 10)).toEqual([]);
  });
});
