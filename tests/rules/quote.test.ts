import { describe, expect, test } from 'vitest';
import { quote } from '#lib/rules/quote/quote.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Activity, AddOnActivity, GiftActivity, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import {
  buyer,
  combination,
  coupon,
  freight,
  goods,
  line,
  merchant,
  now,
  offers,
  promo,
  reduction,
  running,
} from './fixtures.ts';

function quoted(
  lines: QuoteLine[],
  over: Partial<Offers> = {},
  choices = {},
  region: string | null = '420106',
) {
  return quote(lines, buyer(choices, region), offers(over), now);
}

describe('one line', () => {
  test('every step of its price is traced, and the trace sums to what it pays', () => {
    const { lines, totals } = quoted([line({ quantity: 8 })], {
      goods: [goods({ memberPrice: 950, promo: promo({ kind: 'flash' }), rebate: 10 })],
    });
    expect(lines[0]).toMatchObject({
      unitPrice: 800,
      originalPrice: 1000,
      gross: 6850,
      paid: 6850,
      rebate: 80,
    });
    expect(lines[0]!.priceTrace.map(({ rule, amount }) => [rule, amount])).toEqual([
      ['list', 8000],
      ['member', -400],
      ['flash', -750],
      ['over_limit', 0],
      ['rebate', 80],
    ]);
    expect(totals).toEqual({ goods: 6850, discount: 0, shipping: 0, pay: 6850, cashback: 80 });
  });

  test.each([
    ['not buyable', goods({ isBuyable: false, refusal: '已下架' }), {}, 'not_buyable', '已下架'],
    ['stock below a pack', goods({ stock: 9, packStep: 10 }), { quantity: 10 }, 'out_of_stock', '缺货'],
    ['not a multiple of a pack', goods({ packStep: 10 }), { quantity: 15 }, 'quantity', '10盒的整数倍'],
    ['below the minimum', goods({ minQuantity: 5 }), { quantity: 4 }, 'below_minimum', '5盒起购'],
    ['above the stock', goods({ stock: 3 }), { quantity: 4 }, 'over_stock', '仅剩3盒'],
    ['above a limit', goods({ dayLimit: 3, dayUsed: 1 }), { quantity: 4 }, 'over_limit', '还可购买2'],
    ['a limit used up', goods({ weekLimit: 3, weekUsed: 3 }), { quantity: 1 }, 'over_limit', '下周一'],
    ['half a piece', goods(), { quantity: 1.5 }, 'quantity', '整数'],
    ['nothing', goods(), { quantity: 0 }, 'quantity', '整数'],
    ['less than nothing', goods(), { quantity: -1 }, 'quantity', '整数'],
    ['no number', goods(), { quantity: Number.NaN }, 'quantity', '整数'],
    ['a goods that is gone', goods(), { goodsId: 404 }, 'gone', '失效'],
    ['a group-buy that does not run', goods(), { kind: 'group_buy' as const }, 'not_running', '拼团'],
  ])('%s does not count and says why', (_name, terms, over, code, reason) => {
    const { lines, totals, orders } = quoted([line(over)], { goods: [terms] });
    expect(lines[0]!.counts).toBe(false);
    expect(lines[0]!.refusal?.code).toBe(code);
    expect(lines[0]!.refusal?.reason).toContain(reason);
    expect(totals.pay).toBe(0);
    expect(orders).toEqual([]);
  });

  test('an unselected line is priced, and is part of nothing', () => {
    const { lines, totals } = quoted([line({ isSelected: false, quantity: 3 })], {
      merchants: [merchant({ freight: freight() })],
    });
    expect(lines[0]).toMatchObject({ gross: 3000, counts: false, refusal: null });
    expect(totals).toEqual({ goods: 0, discount: 0, shipping: 0, pay: 0, cashback: 0 });
  });

  test('a group-buy starts at its least quantity, by its own price', () => {
    const groupBuy = {
      activityId: 3,
      price: 600,
      minQuantity: 10,
      goal: 99,
      joined: 0,
      leftNumber: 20,
      ...running,
    };
    const ask = (quantity: number) =>
      quoted([line({ kind: 'group_buy', quantity })], { goods: [goods({ groupBuy })] });
    expect(ask(10).totals.pay).toBe(6000);
    expect(ask(9).lines[0]!.refusal?.code).toBe('below_minimum');
    expect(ask(21).lines[0]!.refusal?.reason).toContain('仅剩20');
  });
});

describe('lines of one goods share what there is', () => {
  const two = [line({ id: 1, quantity: 4 }), line({ id: 2, kind: 'flash', quantity: 4 })];

  test('a promo limit', () => {
    const { lines } = quoted(two, { goods: [goods({ promo: promo() })] });
    expect(lines.map((one) => one.gross)).toEqual([3200, 3800]);
  });

  test('the stock, first come first served by line id', () => {
    const { lines } = quoted([...two].reverse(), { goods: [goods({ stock: 6 })] });
    expect(lines.map((one) => [one.id, one.refusal?.reason ?? null])).toEqual([
      [2, '库存仅剩2盒，请减少数量'],
      [1, null],
    ]);
  });

  test('a hard limit', () => {
    const { lines } = quoted(two, { goods: [goods({ limitQuantity: 6 })] });
    expect(lines.map((one) => one.counts)).toEqual([true, false]);
    expect(lines[1]!.refusal?.reason).toBe('限购总数6，还可购买2，请减少数量');
  });
});

describe('full reduction', () => {
  const three = [goods(), goods({ id: 2, price: 333 }), goods({ id: 3, price: 7 })].map((one) => ({
    ...one,
    activityIds: [10],
  }));

  test('满1000减80, 满500减30 on 2600 is 190, shared out exactly', () => {
    const { lines, groups, totals } = quoted(
      [
        line({ quantity: 227 }),
        line({ id: 2, goodsId: 2, quantity: 98 }),
        line({ id: 3, goodsId: 3, quantity: 52 }),
      ],
      { goods: three, activities: [reduction] },
    );
    expect(totals).toMatchObject({ goods: 259_998, discount: 19_000, pay: 240_998 });
    expect(lines.reduce((sum, one) => sum + one.discounts.fullReduction, 0)).toBe(19_000);
    expect(groups[0]!.activities[0]).toMatchObject({
      amount: 259_998,
      benefit: 19_000,
      isReached: true,
      next: { gap: 40_002, benefit: 24_000 },
    });
  });

  test('only lines that name it, of its merchant, while it runs', () => {
    const over = { goods: three, merchants: [merchant(), merchant({ id: 2 })] };
    const ask = (activity: Partial<Activity>, goodsOver = {}) =>
      quoted([line({ quantity: 100 })], {
        ...over,
        goods: [{ ...three[0]!, ...goodsOver }],
        activities: [{ ...reduction, ...activity } as Activity],
      }).totals.discount;
    expect(ask({})).toBe(8000);
    expect(ask({}, { activityIds: [] })).toBe(0);
    expect(ask({ endsAt: now })).toBe(0);
    expect(ask({}, { merchantId: 2 })).toBe(0);
  });
});

describe('gift and add-on', () => {
  const threshold = { unit: 'amount' as const, amount: 5000 };
  const gift: GiftActivity = {
    kind: 'gift',
    id: 20,
    name: '满赠',
    merchantId: 1,
    threshold,
    isRepeated: false,
    items: [
      { goodsId: 7, name: '口罩', unit: '盒', quantity: 1, stock: 5, goodsStock: 100 },
      { goodsId: 8, name: '棉签', unit: '盒', quantity: 1, stock: 5, goodsStock: 100 },
    ],
    ...running,
  };
  const addOn: AddOnActivity = {
    kind: 'add_on',
    id: 30,
    name: '换购',
    merchantId: 1,
    threshold,
    items: [{ goodsId: 2, name: '体温计', unit: '盒', price: 100, limit: 1, used: 0, stock: 9 }],
    ...running,
  };

  test('a gift is the one chosen, travels with the order, costs nothing', () => {
    const ask = (quantity: number, gifts = {}) =>
      quoted([line({ quantity })], { goods: [goods({ activityIds: [20] })], activities: [gift] }, { gifts });
    expect(ask(4).gifts).toEqual([]);
    expect(ask(4).groups[0]!.activities[0]!.next?.text).toBe('再买¥10.00可得赠品');
    expect(ask(5).orders[0]!.gifts).toMatchObject([{ goodsId: 7, lineIds: [1] }]);
    expect(ask(5, { '20': 8 }).gifts[0]!.goodsId).toBe(8);
    expect(ask(5).totals.pay).toBe(5000);
  });

  test.each([
    ['what is left of the goods when it is bought too', 9995, 5],
    ['nothing when all of it is bought', 10_000, null],
  ])('the gift of a goods is %s', (_name, bought, given) => {
    const own = { goodsId: 1, name: '口罩', unit: '盒', quantity: 1, stock: 100, goodsStock: 10_000 };
    const { gifts } = quoted([line({ quantity: bought })], {
      goods: [goods({ activityIds: [20], stock: 10_000 })],
      activities: [{ ...gift, isRepeated: true, items: [own] }],
    });
    expect(gifts[0]?.quantity ?? null).toBe(given);
    expect(gifts[0]?.choices.map((one) => one.goodsId) ?? null).toEqual(given === null ? null : [1]);
  });

  test('two activities share the pieces of one gift; own stock of one takes none from the other', () => {
    const ask = (goodsStock: number) =>
      quoted([line({ quantity: 5 }), line({ id: 2, goodsId: 2, quantity: 5 })], {
        goods: [goods({ activityIds: [20] }), goods({ id: 2, activityIds: [21] })],
        activities: [
          { ...gift, items: [{ goodsId: 7, name: '口罩', unit: '盒', quantity: 2, stock: 2, goodsStock }] },
          {
            ...gift,
            id: 21,
            items: [{ goodsId: 7, name: '口罩', unit: '盒', quantity: 2, stock: 2, goodsStock }],
          },
        ],
      }).gifts.map((one) => one.activityId);
    expect(ask(2)).toEqual([20]);
    expect(ask(3)).toEqual([20]);
    expect(ask(4)).toEqual([20, 21]);
  });

  test.each([
    [1, 2, { code: 'over_limit', reason: '最多可换购1盒，请减少数量' }],
    [1, 1, null],
    [2, 1, { code: 'over_limit', reason: '每家限换购2盒，已全部换购，可按平时价格购买' }],
    [3, 1, { code: 'over_limit', reason: '每家限换购2盒，已全部换购，可按平时价格购买' }],
  ])('of 2 pieces a company, %i of them had, %i more', (used, quantity, refusal) => {
    const { lines } = quoted(
      [line({ quantity: 5 }), line({ id: 2, kind: 'add_on', goodsId: 2, activityId: 30, quantity })],
      {
        goods: [goods({ activityIds: [30] }), goods({ id: 2 })],
        activities: [{ ...addOn, items: [{ ...addOn.items[0]!, limit: 2, used }] }],
      },
    );
    expect(lines[1]!.refusal).toEqual(refusal);
  });

  test('an add-on takes from the stock that the other lines of its goods leave', () => {
    const ask = (bought: number, addOns = 2) =>
      quoted(
        [
          line({ quantity: 5 }),
          line({ id: 2, goodsId: 2, quantity: bought }),
          line({ id: 3, kind: 'add_on', goodsId: 2, activityId: 30, quantity: addOns }),
        ],
        {
          goods: [goods({ activityIds: [30] }), goods({ id: 2, stock: 10 })],
          activities: [{ ...addOn, items: [{ ...addOn.items[0]!, limit: 2 }] }],
        },
      ).lines[2]!;
    expect(ask(8).counts).toBe(true);
    expect(ask(9).refusal).toEqual({ code: 'over_stock', reason: '库存仅剩1盒，请减少数量' });
    expect(ask(10, 1).refusal).toEqual({
      code: 'out_of_stock',
      reason: '换购商品缺货，可减少同一商品的购买数量',
    });
  });

  test('an add-on has its price once its activity is reached', () => {
    const ask = (quantity: number, addOns = 1) =>
      quoted(
        [line({ quantity }), line({ id: 2, kind: 'add_on', goodsId: 2, activityId: 30, quantity: addOns })],
        { goods: [goods({ activityIds: [30] }), goods({ id: 2 })], activities: [addOn] },
      );
    expect(ask(5).totals.pay).toBe(5100);
    expect(ask(4).lines[1]!.refusal).toEqual({ code: 'add_on_locked', reason: '再买¥10.00可换购' });
    expect(ask(4).totals.pay).toBe(4000);
    expect(ask(5, 2).lines[1]!.refusal?.reason).toContain('最多可换购1盒');
    expect(ask(5).lines[1]!.priceTrace.map((step) => step.amount)).toEqual([1000, -900]);
  });

  test('an add-on takes from the hard limit that the other lines of its goods take from', () => {
    const ask = (bought: number, terms = {}) =>
      quoted(
        [
          line({ quantity: 5 }),
          line({ id: 2, goodsId: 2, quantity: bought }),
          line({ id: 3, kind: 'add_on', goodsId: 2, activityId: 30, quantity: 1 }),
        ],
        {
          goods: [goods({ activityIds: [30] }), goods({ id: 2, limitQuantity: 10, ...terms })],
          activities: [addOn],
        },
      ).lines[2]!;
    expect(ask(9).counts).toBe(true);
    expect(ask(10).refusal).toEqual({
      code: 'over_limit',
      reason: '已达限购总数10，可选购其他商家的同品',
    });
    expect(ask(9, { limitQuantity: 0, dayLimit: 10, dayUsed: 1 }).refusal?.reason).toContain('每日限购10');
  });
});

describe('combination', () => {
  const parts = [goods({ stock: 5 }), goods({ id: 2, price: 1000 })];
  const set = line({ kind: 'combination', goodsId: null, activityId: 90, quantity: 2 });

  test('has its set price, shared over its parts', () => {
    const { lines, totals } = quoted([set], { goods: parts, combinations: [combination()] });
    expect(totals.pay).toBe(5000);
    expect(lines[0]).toMatchObject({ originalPrice: 3000, bounds: { max: 2 } });
    expect(lines[0]!.parts).toEqual([
      { goodsId: 1, quantity: 4, paid: 3333 },
      { goodsId: 2, quantity: 2, paid: 1667 },
    ]);
  });

  test('its stock is the least of its parts, shared with lines of the parts', () => {
    const ask = (lines: QuoteLine[]) => quoted(lines, { goods: parts, combinations: [combination()] });
    expect(ask([{ ...set, quantity: 3 }]).lines[0]!.refusal?.reason).toContain('仅剩2套');
    expect(ask([line({ id: 0, quantity: 3 }), set]).lines[1]!.refusal?.reason).toContain('仅剩1套');
  });

  test('what a set takes is gone for the lines after it', () => {
    const { lines } = quoted([set, line({ id: 2, quantity: 2 })], {
      goods: parts,
      combinations: [combination()],
    });
    expect(lines[1]!.refusal?.reason).toContain('仅剩1盒');
  });

  test.each([
    ['over', { endsAt: now }, 'not_running'],
    ['limit', { limitQuantity: 3, limitUsed: 2 }, 'over_limit'],
  ])('%s', (_name, over, code) => {
    const { lines } = quoted([set], { goods: parts, combinations: [combination(over)] });
    expect(lines[0]!.refusal?.code).toBe(code);
  });

  test('a set takes from the hard limits of its parts, with the other lines', () => {
    const ask = (limits: Partial<GoodsTerms>, beside = 0, quantity = 2) =>
      quoted([line({ id: 0, quantity: beside, isSelected: beside > 0 }), { ...set, quantity }, two], {
        goods: [goods({ ...limits }), goods({ id: 2 })],
        combinations: [combination()],
      }).lines;
    const two = line({ id: 2, quantity: 3 });
    expect(ask({ limitQuantity: 7 }).map((one) => one.counts)).toEqual([false, true, true]);
    expect(ask({ limitQuantity: 6 }).map((one) => one.counts)).toEqual([false, true, false]);
    const refused = ask({ limitQuantity: 10 }, 7)[1]!;
    expect(refused.refusal).toEqual({
      code: 'over_limit',
      reason: '组合中有商品限购总数10，还可购买1套，请减少数量',
    });
    expect(refused.bounds.max).toBe(1);
    expect(ask({ dayLimit: 10, dayUsed: 3 }, 0, 4)[1]!.refusal?.code).toBe('over_limit');
    expect(ask({ weekLimit: 10, weekUsed: 9 })[1]!.refusal?.reason).toContain('每周限购10');
  });

  test('a part that may not be bought blocks the set', () => {
    const blocked = [parts[0]!, goods({ id: 2, isBuyable: false, refusal: '已下架' })];
    const { lines } = quoted([set], { goods: blocked, combinations: [combination()] });
    expect(lines[0]!.refusal?.reason).toContain('已下架');
  });
});

describe('coupons, vouchers, freight, promises, in their order', () => {
  test('the threshold is measured after full reduction and before coupons', () => {
    const activities = [{ ...reduction, tiers: [{ amount: 10_000, reduction: 1 }] }] as Activity[];
    const ask = (threshold: number) =>
      quoted([line({ quantity: 10 })], {
        goods: [goods({ activityIds: [10] })],
        activities,
        coupons: [coupon({ threshold }), coupon({ id: 2, kind: 'platform', merchantId: null, threshold })],
      });
    expect(ask(10_000).coupons.map((one) => one.isUsable)).toEqual([false, false]);
    expect(ask(9999).totals.discount).toBe(1 + 1000 + 1000);
  });

  test('only with_coupon lines count and pay less', () => {
    const { lines, coupons } = quoted([line({ quantity: 10 }), line({ id: 2, goodsId: 2, quantity: 90 })], {
      goods: [goods(), goods({ id: 2, withCoupon: false })],
      coupons: [coupon()],
    });
    expect(lines.map((one) => one.discounts.merchantCoupon)).toEqual([1000, 0]);
    expect(coupons[0]).toMatchObject({ isChosen: true, saving: 1000 });
  });

  test('free freight is measured before coupons, minimum orders too', () => {
    const { groups, totals } = quoted([line({ quantity: 30 })], {
      merchants: [merchant({ minimumAmount: 30_001, freight: freight() })],
      coupons: [coupon()],
    });
    expect(groups[0]).toMatchObject({ freight: { amount: 0 }, minimumGap: 1 });
    expect(totals).toEqual({ goods: 30_000, discount: 1000, shipping: 0, pay: 29_000, cashback: 0 });
  });

  test('a minimum order is measured after full reduction', () => {
    const { groups } = quoted([line({ quantity: 100 })], {
      goods: [goods({ activityIds: [10] })],
      merchants: [merchant({ minimumAmount: 92_001 })],
      activities: [reduction],
    });
    expect(groups[0]!.minimumGap).toBe(1);
  });

  test('a minimum order is nothing to a group-buy, which is confirmed alone', () => {
    const { groups } = quoted([line({ kind: 'group_buy', quantity: 2 })], {
      goods: [
        goods({
          groupBuy: {
            activityId: 3,
            price: 600,
            minQuantity: 2,
            goal: 99,
            joined: 0,
            leftNumber: 20,
            ...running,
          },
        }),
      ],
      merchants: [merchant({ minimumAmount: 92_001 })],
    });
    expect(groups[0]).toMatchObject({ minimumGap: 0, goodsAmount: 1200 });
  });

  test('vouchers pay goods, never freight', () => {
    const { totals, vouchers } = quoted(
      [line({ quantity: 10 })],
      {
        merchants: [merchant({ freight: freight() })],
        coupons: [coupon()],
        vouchers: [{ id: 5, name: '现金券', balance: 99_999, ...running }],
      },
      { voucherIds: [5] },
    );
    expect(vouchers[0]!.used).toBe(9000);
    expect(totals).toMatchObject({ discount: 10_000, shipping: 1000, pay: 1000 });
  });

  test('cashback looks at what is paid, is listed apart and takes nothing off', () => {
    const cashback: Activity = {
      kind: 'cashback',
      id: 40,
      name: '满额返现',
      merchantId: null,
      isForAll: true,
      tiers: [
        { amount: 9000, cashback: 200 },
        { amount: 10_000, cashback: 500 },
      ],
      ...running,
    };
    const { totals, activities, lines } = quoted([line({ quantity: 10 })], {
      activities: [cashback],
      coupons: [coupon()],
    });
    expect(totals).toMatchObject({ pay: 9000, cashback: 200 });
    expect(activities[0]).toMatchObject({ amount: 9000, benefit: 200, next: { gap: 1000, benefit: 500 } });
    expect(lines[0]!.priceTrace.at(-1)).toMatchObject({ rule: 'cashback', amount: 200 });
  });

  test('an area that is not served', () => {
    const merchants = [merchant({ freight: freight({ unservedRegions: ['65'] }) })];
    const { lines, groups, totals } = quoted([line({ quantity: 3 })], { merchants }, {}, '650102');
    expect(lines[0]!.refusal?.code).toBe('not_served');
    expect(groups[0]!.noTransAmount).toBe(3000);
    expect(totals.pay).toBe(0);
  });
});

describe('orders', () => {
  test('one a merchant × warehouse × cold chain, freight once a merchant and shared', () => {
    const { orders, totals, groups } = quoted(
      [1, 2, 3, 4].map((id) => line({ id, goodsId: id, quantity: id })),
      {
        goods: [
          goods({ id: 1, warehouseId: 3 }),
          goods({ id: 2, isColdChain: true }),
          goods({ id: 3, promo: promo({ kind: 'flash' }) }),
          goods({ id: 4, merchantId: 2 }),
        ],
        merchants: [merchant({ freight: freight() }), merchant({ id: 2, freight: freight({ fee: 500 }) })],
      },
    );
    expect(
      orders.map((one) => [one.merchantId, one.warehouseId, one.isColdChain, one.isFlash, one.shipping]),
    ).toEqual([
      [1, 1, false, true, 445],
      [1, 1, true, false, 370],
      [1, 3, false, false, 185],
      [2, 1, false, false, 500],
    ]);
    expect(groups.map((group) => group.freight.amount)).toEqual([1000, 500]);
    expect(orders.reduce((sum, one) => sum + one.pay, 0)).toBe(totals.pay);
  });
});
