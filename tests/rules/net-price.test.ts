import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NetFacts, netAfterClaim, netPrice } from '#lib/rules/quote/net-price.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import type { Coupon, GoodsTerms } from '#lib/rules/terms/terms.ts';
import { buyer, coupon, freight, goods, hour, line, merchant, now, promo, reduction } from './fixtures.ts';

const facts = (over: Partial<NetFacts> = {}): NetFacts => ({
  activities: [],
  coupons: [],
  freight: merchant().freight,
  region: null,
  ...over,
});
const platform = coupon({ id: 2, kind: 'platform', merchantId: null, value: 500, threshold: 0 });
const joins = goods({ activityIds: [10] });
const other = { ...reduction, id: 11, tiers: [{ amount: 100, reduction: 99 }] };
const inTibet = facts({ freight: freight({ regionFees: [{ regions: ['54'], fee: 3000, freeFrom: null }] }) });

describe('到手单价', () => {
  test.each<[string, GoodsTerms, number, Partial<NetFacts>, number | null, number?]>([
    ['is the unit price where nothing else counts', goods(), 10, {}, 1000],
    [
      'follows the ladder',
      goods({ ladder: { kind: 'from', tiers: [{ number: 10, price: 900 }] } }),
      10,
      {},
      900,
    ],
    ['mixes promo and original price', goods({ promo: promo() }), 10, {}, 900],
    ['takes the full reduction off', joins, 50, { activities: [reduction] }, 940],
    ['one fen below its tier takes nothing', { ...joins, price: 999 }, 50, { activities: [reduction] }, 999],
    [
      'of two reductions counts the first it names',
      { ...joins, activityIds: [10, 11] },
      50,
      { activities: [other, reduction] },
      940,
    ],
    ['leaves an ended reduction out', joins, 50, { activities: [{ ...reduction, endsAt: now }] }, 1000],
    [
      "leaves another merchant's reduction out",
      joins,
      50,
      { activities: [{ ...reduction, merchantId: 2 }] },
      1000,
    ],
    ['takes a coupon that is reached', goods(), 10, { coupons: [coupon()] }, 900],
    ['not one that is missed by a fen', goods({ price: 999 }), 10, { coupons: [coupon()] }, 999],
    [
      'a threshold looks at the amount after reduction',
      joins,
      50,
      { activities: [reduction], coupons: [coupon({ threshold: 47_001 })] },
      940,
    ],
    [
      'one coupon of each kind, the larger ones',
      goods(),
      10,
      { coupons: [coupon(), platform, { ...platform, id: 3, value: 499 }] },
      850,
    ],
    ['no coupon for goods that take none', goods({ withCoupon: false }), 10, { coupons: [coupon()] }, 1000],
    ['no coupon that is held by another order', goods(), 10, { coupons: [coupon({ status: 'held' })] }, 1000],
    ['no coupon for newcomers only', goods(), 10, { coupons: [coupon({ isBarred: true })] }, 1000],
    [
      'no coupon before its time',
      goods(),
      10,
      { coupons: [coupon({ startsAt: now + hour, endsAt: now + 2 * hour })] },
      1000,
    ],
    ['never below nothing', goods({ price: 1 }), 10, { coupons: [platform] }, 0],
    ['carries its share of the freight, rounded up', goods(), 3, { freight: freight() }, 1334, 1000],
    ['free from an amount on', goods(), 30, { freight: freight() }, 1000, 0],
    ['that amount is before coupons', goods(), 30, { freight: freight(), coupons: [coupon()] }, 967, 0],
    [
      'and after the reduction',
      { ...joins, price: 600 },
      50,
      { freight: freight(), activities: [{ ...reduction, tiers: [{ amount: 30_000, reduction: 1 }] }] },
      620,
      1000,
    ],
    [
      'free by its own number of pieces',
      goods({ freeShippingNumber: 3 }),
      3,
      { freight: freight() },
      1000,
      0,
    ],
    ['one piece less pays', goods({ freeShippingNumber: 3 }), 2, { freight: freight() }, 1500, 1000],
    ['the fee of the region', goods(), 10, { ...inTibet, region: '540102' }, 1300, 3000],
    ['the general fee without an address', goods(), 10, { ...inTibet, region: null }, 1100, 1000],
    [
      'the cold chain on top',
      goods({ isColdChain: true }),
      10,
      { freight: freight({ coldChain: { fee: 500, freeFrom: null } }) },
      1150,
      1500,
    ],
    [
      'none where it is not delivered',
      goods(),
      10,
      { freight: freight({ unservedRegions: ['65'] }), region: '650102' },
      null,
    ],
    ['none below the least purchase', goods({ minQuantity: 5 }), 4, {}, null],
    ['none beyond the stock', goods({ stock: 9 }), 10, {}, null],
    ['none off the packs', goods({ packStep: 10 }), 15, {}, null],
    ['none for nothing', goods(), 0, {}, null],
    ['none for what may not be bought', goods({ isBuyable: false }), 1, {}, null],
  ])('%s', (_name, terms, quantity, over, price, fee = 0) => {
    const found = netPrice(terms, quantity, facts(over), now);
    expect(found?.price ?? null).toBe(price);
    if (found !== null) expect(found).toMatchObject({ quantity, freight: fee });
  });

  test('names the coupons that it counts on', () => {
    const both = facts({ coupons: [platform, coupon()] });
    expect(netPrice(goods(), 10, both, now)?.couponIds).toEqual([1, 2]);
    expect(netPrice(goods(), 9, both, now)?.couponIds).toEqual([2]);
    expect(netPrice(goods(), 9, facts({ coupons: [coupon()] }), now)?.couponIds).toEqual([]);
  });

  test('the least purchase is in whole packs', () => {
    expect(leastPurchase(goods({ minQuantity: 11, packStep: 10 }))).toBe(20);
    expect(leastPurchase(goods({ minQuantity: 0, packStep: 10 }))).toBe(10);
    expect(leastPurchase(goods({ minQuantity: 20, packStep: 10 }))).toBe(20);
  });
});

describe('领券后', () => {
  const open = (over: Partial<Coupon> = {}) => coupon({ id: -5, value: 2000, ...over });
  test.each<[string, Partial<NetFacts>, Coupon[], number | null, number[]?]>([
    ['nothing can be claimed', {}, [], null],
    ['what helps is counted', {}, [open()], 800, [-5]],
    ['one that is not reached', {}, [open({ threshold: 10_001 })], null],
    ['one that is less than what is held', { coupons: [coupon()] }, [open({ value: 999 })], null],
    ['one that is the same as what is held', { coupons: [coupon()] }, [open({ value: 1000 })], null],
    ['one beside what is held', { coupons: [coupon()] }, [{ ...platform, id: -2 }], 850, [-2]],
    ['two together', {}, [open(), { ...platform, id: -2 }], 750, [-5, -2]],
    [
      'its like in hand is not claimed again',
      { coupons: [coupon({ value: 2000 })] },
      [open({ endsAt: now + 1 }), { ...platform, id: -2 }],
      750,
      [-2],
    ],
    ['one before its time', {}, [open({ startsAt: now + hour, endsAt: now + 2 * hour })], null],
    ['one of another merchant', {}, [open({ merchantId: 2 })], null],
    [
      'nothing where it is not delivered',
      { freight: freight({ unservedRegions: ['65'] }), region: '650102' },
      [open()],
      null,
    ],
  ])('%s', (_name, over, claimable, price, ids = []) => {
    const found = netAfterClaim(goods(), 10, facts(over), claimable, now);
    expect(found?.price ?? null).toBe(price);
    expect(found?.couponIds ?? []).toEqual(ids);
  });
});

const money = (max: number) => fc.integer({ min: 1, max });
const some = fc.record({
  terms: fc
    .record({
      price: money(3000),
      memberPrice: fc.option(money(3000), { nil: null }),
      packStep: fc.constantFrom(1, 5),
      minQuantity: fc.integer({ min: 0, max: 7 }),
      stock: fc.integer({ min: 0, max: 200 }),
      withCoupon: fc.boolean(),
      isPreferred: fc.boolean(),
      isColdChain: fc.boolean(),
      freeShippingNumber: fc.option(money(60), { nil: null }),
      promo: fc.option(
        money(2000).map((price) => promo({ price })),
        { nil: null },
      ),
      activityIds: fc.shuffledSubarray([10, 11, 12]),
    })
    .map((over) => goods(over)),
  coupons: fc.array(
    fc.record({
      merchantId: fc.constantFrom(null, 1, 2),
      threshold: fc.integer({ min: 0, max: 60_000 }),
      value: money(4000),
      status: fc.constantFrom('unused' as const, 'held' as const),
      isBarred: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  quantity: fc.integer({ min: 0, max: 120 }),
  region: fc.constantFrom(null, '540102', '650102', '110101'),
  fee: fc.integer({ min: 0, max: 2000 }),
  hasOwnRate: fc.boolean(),
});

test('is what the quote of this line alone comes to, freight included, a piece', () => {
  fc.assert(
    fc.property(some, ({ terms, coupons, quantity, region, fee, hasOwnRate }) => {
      const held = coupons.map(
        (over, i): Coupon =>
          coupon({ ...over, id: i + 1, kind: over.merchantId === null ? 'platform' : 'merchant' }),
      );
      const activities = [reduction, { ...other, startsAt: now + 1 }, { ...other, id: 12, merchantId: 2 }];
      const rates = freight({
        fee,
        coldChain: { fee: 700, freeFrom: 50_000 },
        preferred: hasOwnRate ? { fee: 300, freeFrom: 9000 } : null,
        unservedRegions: ['65'],
        regionFees: [{ regions: ['54'], fee: 3000, freeFrom: null }],
      });
      const made = quote(
        [line({ quantity })],
        { ...buyer(), region },
        {
          goods: [terms],
          merchants: [merchant({ freight: rates })],
          activities,
          combinations: [],
          coupons: held,
          vouchers: [],
        },
        now,
      );
      const found = netPrice(terms, quantity, { activities, coupons: held, freight: rates, region }, now);
      expect(found !== null).toBe(made.lines[0]!.counts);
      if (found === null) return;
      expect(found.price).toBe(Math.ceil(made.totals.pay / quantity));
      expect(found.freight).toBe(made.totals.shipping);
      const chosen = made.coupons.filter((one) => one.isChosen).map(({ id }) => id);
      expect(found.couponIds.toSorted()).toEqual(chosen.toSorted());
    }),
    { numRuns: 2000 },
  );
});

test('领券后 is what the quote of this line alone comes to when just these coupons are claimed', () => {
  let helped = 0;
  fc.assert(
    fc.property(some, fc.nat(5), ({ terms: made, coupons, quantity, region, fee }, cut) => {
      // Mostly what can be bought with coupons that are reached, so that most runs say something.
      const terms = { ...made, packStep: 1, stock: 200, withCoupon: made.withCoupon || fee % 4 > 0 };
      const all = coupons.map(
        (over, i): Coupon =>
          coupon({
            ...over,
            threshold: over.threshold % 9000,
            isBarred: over.isBarred && i % 2 > 0,
            id: i < cut ? i + 1 : -(i + 1),
            kind: over.merchantId === null ? 'platform' : 'merchant',
          }),
      );
      const held = all.filter(({ id }) => id > 0);
      const claimable = all.filter(({ id }) => id < 0);
      const activities = [reduction, { ...other, startsAt: now + 1 }];
      const rates = freight({ fee });
      const quoted = (coupons: Coupon[]) =>
        quote(
          [line({ quantity })],
          { ...buyer(), region },
          {
            goods: [terms],
            merchants: [merchant({ freight: rates })],
            activities,
            combinations: [],
            coupons,
            vouchers: [],
          },
          now,
        ).totals.pay;
      const known = { activities, coupons: held, freight: rates, region };
      const plain = netPrice(terms, quantity, known, now);
      const found = netAfterClaim(terms, quantity, known, claimable, now);
      if (found === null) {
        if (plain) expect(Math.ceil(quoted(all) / quantity)).toBe(plain.price);
        return;
      }
      helped++;
      expect(found.price).toBeLessThan(plain!.price);
      const claimed = claimable.filter(({ id }) => found.couponIds.includes(id));
      expect(claimed).toHaveLength(found.couponIds.length);
      expect(Math.ceil(quoted([...held, ...claimed]) / quantity)).toBe(found.price);
      // Nothing that could be claimed besides takes off more, and none of them could be left out.
      expect(Math.ceil(quoted(all) / quantity)).toBe(found.price);
      for (const one of claimed)
        expect(
          Math.ceil(quoted([...held, ...claimed.filter((other) => other !== one)]) / quantity),
        ).toBeGreaterThan(found.price);
    }),
    { numRuns: 2000 },
  );
  expect(helped).toBeGreaterThan(50);
});
