import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterCouponPrice, isUsable } from '#lib/rules/promotions/after-coupon.ts';
import {
  basePrice,
  choosePromo,
  ladderPrice,
  ladderSentence,
  ladderTexts,
  nextTier,
  pricePieces,
  promoLeft,
} from '#lib/rules/promotions/pricing.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { buyer, coupon, goods, line, now, offers, promo, reduction, running } from './fixtures.ts';

test('step 1: the agreed price, else a lower member price, else the list price', () => {
  expect(basePrice(goods())).toEqual({ price: 1000, rule: 'list' });
  expect(basePrice(goods({ memberPrice: 900 }))).toEqual({ price: 900, rule: 'member' });
  expect(basePrice(goods({ memberPrice: 1100 }))).toEqual({ price: 1000, rule: 'list' });
  expect(basePrice(goods({ memberPrice: 900, customerPrice: 950 }))).toEqual({
    price: 950,
    rule: 'customer',
  });
});

describe('ladders', () => {
  const from = {
    kind: 'from' as const,
    tiers: [
      { number: 50, price: 880 },
      { number: 10, price: 950 },
    ],
  };
  const upTo = {
    kind: 'up_to' as const,
    tiers: [
      { number: 10, price: 950 },
      { number: 50, price: 880 },
    ],
  };

  test.each([
    [9, null],
    [10, 950],
    [49, 950],
    [50, 880],
    [5000, 880],
  ])('from: %d pieces', (quantity, price) => expect(ladderPrice(from, quantity)).toBe(price));

  test.each([
    [1, 950],
    [10, 950],
    [11, 880],
    [50, 880],
    [51, null],
  ])('up to: %d pieces', (quantity, price) => expect(ladderPrice(upTo, quantity)).toBe(price));

  test('texts', () => {
    const texts = (quantity: number, inForce = true) =>
      ladderTexts(from, quantity, '盒', inForce).map((tier) => tier.text);
    expect(texts(0)).toEqual(['满10盒可享¥9.50', '满50盒可享¥8.80']);
    expect(texts(4)).toEqual(['差6盒享¥9.50', '差46盒享¥8.80']);
    expect(texts(12)).toEqual(['已享¥9.50', '差38盒享¥8.80']);
    expect(texts(60)).toEqual(['满10盒可享¥9.50', '已享¥8.80']);
    expect(texts(12, false)).toEqual(['满10盒可享¥9.50', '差38盒享¥8.80']);
    expect(ladderTexts(upTo, 12, '盒').map((tier) => tier.text)).toEqual(['10盒以内¥9.50', '50盒以内¥8.80']);
  });

  test.each([
    [4, 1000, '差6盒享¥9.50'],
    [12, 950, '差38盒享¥8.80'],
    [60, 880, '已享¥8.80'],
    // A promo’s price: only what is below it is worth telling.
    [4, 900, '差46盒享¥8.80'],
    [4, 800, undefined],
  ])('the tier to tell for %d pieces at %d fen', (quantity, price, text) => {
    const texts = ladderTexts(from, quantity, '盒', price === ladderPrice(from, quantity));
    expect(nextTier(texts, price)?.text).toBe(text);
  });

  test('the tier to tell of the other kind is the one that made the price', () => {
    expect(nextTier(ladderTexts(upTo, 12, '盒'), 880)?.text).toBe('50盒以内¥8.80');
    expect(nextTier(ladderTexts(upTo, 4, '盒'), 950)?.text).toBe('10盒以内¥9.50');
  });

  test('in one sentence, each kind as it is read, whatever the order of its tiers', () => {
    expect(ladderSentence(from, '盒')).toBe('10盒起¥9.50，50盒起¥8.80');
    expect(ladderSentence(upTo, '瓶')).toBe('10瓶以内¥9.50，50瓶以内¥8.80');
    expect(ladderSentence({ ...upTo, tiers: upTo.tiers.toReversed() }, '瓶')).toBe(
      ladderSentence(upTo, '瓶'),
    );
  });
});

describe('of several promos of one goods', () => {
  const flash = promo({ kind: 'flash', activityId: 1, price: 700 });
  const special = promo({ activityId: 2, price: 800 });
  const ahead = promo({ kind: 'flash', activityId: 3, price: 1, startsAt: now + 1 });

  test.each([
    ['the cheapest', [special, flash], 1],
    ['the cheapest, also when it is the special', [flash, { ...special, price: 600 }], 2],
    ['on a tie the flash sale', [{ ...special, price: 700 }, flash], 1],
    ['what is left of, before what is sold out', [{ ...flash, stock: 0 }, special], 2],
    ['what is left of, before what this buyer has used up', [{ ...flash, used: 5 }, special], 2],
    [
      'of those that are all used up the cheapest',
      [
        { ...special, used: 5 },
        { ...flash, stock: 0 },
      ],
      1,
    ],
    ['a running one, before a cheaper one ahead', [ahead, special], 2],
    ['of those ahead the first', [{ ...ahead, activityId: 4, startsAt: now + 2 }, ahead], 3],
    ['none of those that are over', [promo({ endsAt: now })], null],
  ])('it is %s', (_name, promos, expected) => {
    expect(choosePromo(promos, now)?.activityId ?? null).toBe(expected);
    expect(choosePromo(promos.toReversed(), now)?.activityId ?? null).toBe(expected);
  });
});

describe('promos', () => {
  const price = (terms: Parameters<typeof goods>[0], quantity: number) => {
    const made = goods(terms);
    return pricePieces(made, quantity, promoLeft(made.promo, now), now);
  };

  test('the first N at the promo price, the rest at the original price, with the dialog', () => {
    expect(price({ promo: promo() }, 8)).toEqual({
      segments: [
        { quantity: 5, unitPrice: 800, rule: 'special' },
        { quantity: 3, unitPrice: 1000, rule: 'list' },
      ],
      gross: 7000,
      overLimit: { limit: 5, variant: 'original_price', text: '数量超过活动限购5，可原价购买' },
    });
    expect(price({ promo: promo() }, 5).overLimit).toBeNull();
  });

  test('the rest of a member costs the member price', () => {
    expect(price({ memberPrice: 900, promo: promo() }, 6).gross).toBe(5 * 800 + 900);
  });

  test('the other dialog leads to another activity', () => {
    const over = price({ promo: promo({ variant: 'other_activity' }) }, 8).overLimit;
    expect(over).toMatchObject({ limit: 5, variant: 'other_activity' });
    expect(over?.text).toContain('其他活动');
  });

  test('a used up limit is the original price, not a refusal', () => {
    expect(price({ promo: promo({ used: 5 }) }, 2)).toMatchObject({
      segments: [{ quantity: 2, unitPrice: 1000, rule: 'list' }],
      overLimit: { limit: 5 },
    });
  });

  test('its own stock binds as well', () => {
    const flash = promo({ kind: 'flash', activityLimit: null, stock: 2 });
    expect(price({ promo: flash }, 3)).toMatchObject({ gross: 2600, overLimit: { limit: 2 } });
    expect(price({ promo: flash }, 3).overLimit?.text).toContain('库存2');
  });

  test('outside its time, or above the price without it, there is none', () => {
    expect(price({ promo: promo({ startsAt: now + 1 }) }, 1).gross).toBe(1000);
    expect(price({ promo: promo({ endsAt: now }) }, 1).gross).toBe(1000);
    expect(price({ promo: promo({ startsAt: now }) }, 1).gross).toBe(800);
    expect(price({ customerPrice: 700, promo: promo() }, 1).gross).toBe(700);
  });

  test('of promo and ladder the cheaper for the whole line', () => {
    const ladder = { kind: 'from' as const, tiers: [{ number: 50, price: 850 }] };
    expect(price({ ladder, promo: promo() }, 10).gross).toBe(9000);
    expect(price({ ladder, promo: promo() }, 50).segments).toEqual([
      { quantity: 50, unitPrice: 850, rule: 'ladder' },
    ]);
  });

  test('a group-buy has its price in its own checkout only', () => {
    const groupBuy = {
      activityId: 3,
      price: 600,
      minQuantity: 10,
      goal: 100,
      joined: 0,
      leftNumber: 90,
      ...running,
    };
    const made = goods({ groupBuy });
    expect(pricePieces(made, 10, 0, now, 'group_buy').gross).toBe(6000);
    expect(pricePieces(made, 10, 0, now).gross).toBe(10_000);
  });
});

describe('券后价 before anything is in the cart', () => {
  test('is the price of the least purchase that reaches the threshold', () => {
    expect(afterCouponPrice(goods(), [coupon()], now)).toEqual({ price: 900, quantity: 10, couponIds: [1] });
  });

  test('is brought by coupons that are held, open to the company and running, to the last moment', () => {
    expect(isUsable(coupon(), now)).toBe(true);
    expect(isUsable(coupon({ status: 'held' }), now)).toBe(false);
    expect(isUsable(coupon({ isBarred: true }), now)).toBe(false);
    expect(isUsable(coupon({ startsAt: now + 1 }), now)).toBe(false);
    expect(isUsable(coupon({ startsAt: now, endsAt: now + 1 }), now)).toBe(true);
  });

  test('takes one of the merchant and one of the platform, rounded up', () => {
    const platform = coupon({ id: 2, kind: 'platform', merchantId: null, threshold: 7000, value: 555 });
    expect(afterCouponPrice(goods(), [coupon(), platform], now)).toEqual({
      price: 845,
      quantity: 10,
      couponIds: [1, 2],
    });
  });

  test('looks at the threshold after full reduction', () => {
    // 50 pieces are ¥500, ¥470 after 满500减30: the coupon of ¥490 needs more.
    const held = [coupon({ threshold: 49_000, value: 5000 })];
    expect(afterCouponPrice(goods(), held, now)).toMatchObject({ quantity: 49, price: 898 });
    expect(
      afterCouponPrice(goods(), [{ ...held[0]!, threshold: 50_000 }], now, [reduction.tiers]),
    ).toMatchObject({
      quantity: 53,
      price: 906,
    });
  });

  test('never promises less than is paid', () => {
    const tiers = fc
      .array(fc.tuple(fc.integer({ min: 5_000, max: 90_000 }), fc.integer({ min: 100, max: 4_000 })), {
        maxLength: 3,
      })
      .map((list) => list.map(([amount, off]) => ({ amount, reduction: off })));
    const held = fc.array(
      fc.record({
        threshold: fc.integer({ min: 0, max: 90_000 }),
        value: fc.integer({ min: 100, max: 9_000 }),
        isPlatform: fc.boolean(),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 5_000 }), tiers, held, (price, list, rows) => {
        const terms = goods({ price, activityIds: [reduction.id] });
        const coupons = rows.map(({ isPlatform, ...row }, at) =>
          coupon({ id: at + 1, ...row, ...(isPlatform && { kind: 'platform', merchantId: null }) }),
        );
        const after = afterCouponPrice(terms, coupons, now, [list]);
        if (after === null) return;
        const made = quote(
          [line({ quantity: after.quantity })],
          buyer(),
          offers({ goods: [terms], coupons, activities: [{ ...reduction, tiers: list }] }),
          now,
        );
        expect(made.lines[0]!.paid).toBeLessThanOrEqual(after.price * after.quantity);
      }),
    );
  });

  test.each([
    ['without coupons', goods(), []],
    ['when the goods takes none', goods({ withCoupon: false }), [coupon()]],
    ["of another merchant's", goods(), [coupon({ merchantId: 2 })]],
    ['of one that is used', goods(), [coupon({ status: 'used' })]],
    ['when the stock does not reach', goods({ stock: 9 }), [coupon()]],
    ['when it cannot be bought', goods({ isBuyable: false }), [coupon()]],
  ])('is none %s', (_name, terms, coupons) => expect(afterCouponPrice(terms, coupons, now)).toBeNull());
});
