import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseCoupons,
  couponStatusAt,
  endsWithin,
  findCouponRefusal,
  spendVouchers,
} from '#lib/rules/promotions/coupons.ts';
import type { Coupon } from '#lib/rules/terms/terms.ts';
import { coupon, now, running } from './fixtures.ts';

describe('every refusal has its reason', () => {
  test.each([
    [{}, 10_000, null],
    [{}, 9999, '还差¥0.01'],
    [{}, 0, '没有该商家可用券的商品'],
    [{ kind: 'platform', merchantId: null }, 0, '均不可使用'],
    [{ kind: 'platform', merchantId: null }, null, '请先勾选商品'],
    [{}, null, '请先勾选商品'],
    [{ status: 'used' }, null, '已使用'],
    [{ endsAt: now }, 10_000, '已过期'],
    [{ startsAt: now + 1 }, 10_000, '未到使用时间'],
    [{ isBarred: true }, 10_000, '仅限企业首次采购使用'],
    [{ status: 'held' }, 10_000, '占用'],
    [{ status: 'used' }, 10_000, '已使用'],
    [{ status: 'expired' }, 10_000, '已过期'],
  ] as [Partial<Coupon>, number | null, string | null][])('%j on %d: %s', (over, amount, reason) => {
    const refusal = findCouponRefusal(coupon(over), amount, now);
    if (reason === null) expect(refusal).toBeNull();
    else expect(refusal).toContain(reason);
  });

  test.each([
    [{}, 1],
    [{ endsAt: now }, 0],
    [{ startsAt: now + 1 }, 0],
    [{ isBarred: true }, 0],
    [{ status: 'held' }, 0],
  ] as [Partial<Coupon>, number][])('more goods are asked for only where they help: %j', (over, gap) => {
    const { all } = chooseCoupons([coupon(over)], new Map([[1, 9999]]), 'best', now);
    expect(all.map((one) => one.gap)).toEqual([gap]);
  });

  test('已过期 follows from the end', () => {
    expect(couponStatusAt({ status: 'unused', endsAt: now }, now)).toBe('expired');
    expect(couponStatusAt({ status: 'used', endsAt: now }, now)).toBe('used');
  });
});

describe('choosing', () => {
  const platform = coupon({ id: 2, kind: 'platform', merchantId: null, value: 500 });

  test('one of the merchant and one of the platform', () => {
    const {
      merchant,
      platform: taken,
      all,
    } = chooseCoupons(
      [coupon(), coupon({ id: 3, value: 700 }), platform],
      new Map([[1, 12_000]]),
      'best',
      now,
    );
    expect(merchant.get(1)?.coupon.id).toBe(1);
    expect(taken?.saving).toBe(500);
    expect(all.map(({ id, isChosen, reason }) => [id, isChosen, reason])).toEqual([
      [1, true, null],
      [3, false, null],
      [2, true, null],
    ]);
  });

  test('what the buyer chose rules, a second of the same kind is told why', () => {
    const list = [coupon(), coupon({ id: 3, value: 700 }), platform];
    const chosen = (ids: number[]) => chooseCoupons(list, new Map([[1, 12_000]]), ids, now);
    expect(chosen([3]).merchant.get(1)?.coupon.id).toBe(3);
    expect(chosen([3]).platform).toBeNull();
    expect(chosen([]).merchant.size).toBe(0);
    expect(chosen([1, 3]).all[1]).toMatchObject({ isChosen: false, reason: '每个商家限用一张店铺券' });
  });

  test('preselects the true optimum', () => {
    const some = fc.array(
      fc.record({
        kind: fc.constantFrom('merchant' as const, 'platform' as const),
        merchant: fc.integer({ min: 1, max: 2 }),
        threshold: fc.integer({ min: 0, max: 60 }),
        value: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 7 },
    );
    const amount = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(some, amount, amount, (made, first, second) => {
        const coupons = made.map(({ kind, merchant, threshold, value }, id) =>
          coupon({ id, kind, merchantId: kind === 'merchant' ? merchant : null, threshold, value }),
        );
        const eligible = new Map([
          [1, first],
          [2, second],
        ]);
        const { merchant, platform } = chooseCoupons(coupons, eligible, 'best', now);
        let saving = platform?.saving ?? 0;
        for (const chosen of merchant.values()) saving += chosen.saving;
        expect(saving).toBe(bestByTrying(coupons, first, second));
      }),
    );
  });
});

/** The best saving, by trying every set of coupons that the rule allows. */
function bestByTrying(coupons: Coupon[], first: number, second: number): number {
  const usable = (kind: Coupon['kind'], merchantId: number | null, amount: number) => [
    0,
    ...coupons
      .filter((one) => one.kind === kind && one.merchantId === merchantId)
      .filter((one) => amount > 0 && one.threshold <= amount)
      .map((one) => one.value),
  ];
  let best = 0;
  for (const a of usable('merchant', 1, first))
    for (const b of usable('merchant', 2, second))
      for (const p of usable('platform', null, first + second)) {
        const rest = first - Math.min(a, first) + second - Math.min(b, second);
        best = Math.max(best, first + second - rest + Math.min(p, rest));
      }
  return best;
}

test('vouchers pay what is left, the one that ends first first', () => {
  const voucher = (id: number, balance: number, endsAt = running.endsAt) => ({
    id,
    name: '现金券',
    balance,
    startsAt: running.startsAt,
    endsAt,
  });
  const list = [
    voucher(1, 500),
    voucher(2, 300, now + 1),
    voucher(3, 100, now),
    voucher(4, 100),
    voucher(5, 9),
  ];
  expect(spendVouchers(list, [1, 2, 3, 5], 700, now)).toEqual([
    { id: 3, name: '现金券', used: 0, reason: '现金券已过期' },
    { id: 2, name: '现金券', used: 300, reason: null },
    { id: 1, name: '现金券', used: 400, reason: null },
    { id: 5, name: '现金券', used: 0, reason: '没有可抵扣的商品金额' },
  ]);
});

test.each([
  [3 * 86_400_000, true],
  [3 * 86_400_000 + 1, false],
  [1, true],
  [0, false],
  [-1, false],
])('a coupon that ends in %d ms ends within three days: %s', (left, isSoon) => {
  expect(endsWithin(now + left, 3, now)).toBe(isSoon);
});
