/** Random carts with everything that changes a price, for laws of amounts. */
import fc from 'fast-check';
import type { Buyer, QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Activity, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import { buyer, combination, coupon, freight, goods, line, merchant, promo, running } from './fixtures.ts';

export const natural = (max: number) => fc.integer({ min: 0, max });
export const positive = (max: number) => fc.integer({ min: 1, max });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const activities: Activity[] = [1, 2].flatMap((merchantId): Activity[] => [
  {
    kind: 'full_reduction',
    id: merchantId * 10,
    name: '满减',
    merchantId,
    tiers: [
      { amount: 5000, reduction: 333 },
      { amount: 20_000, reduction: 1777 },
    ],
    ...running,
  },
  {
    kind: 'gift',
    id: merchantId * 10 + 1,
    name: '满赠',
    merchantId,
    threshold: { unit: 'quantity', quantity: 5 },
    isRepeated: true,
    items: [
      { goodsId: 1, name: '一号', unit: '盒', quantity: 1, stock: 3, goodsStock: 3 },
      { goodsId: 99, name: '口罩', unit: '盒', quantity: 1, stock: 3, goodsStock: 4 },
    ],
    ...running,
  },
  {
    kind: 'add_on',
    id: merchantId * 10 + 2,
    name: '换购',
    merchantId,
    threshold: { unit: 'amount', amount: 3000 },
    items: [{ goodsId: merchantId, name: '体温计', unit: '盒', price: 1, limit: 2, used: 0, stock: 9 }],
    ...running,
  },
]);
const cashback: Activity = {
  kind: 'cashback',
  id: 40,
  name: '返现',
  merchantId: null,
  isForAll: true,
  tiers: [{ amount: 7000, cashback: 311 }],
  ...running,
};

const someGoods = fc.array(
  fc
    .record({
      merchantId: fc.constantFrom(1, 2),
      warehouseId: fc.constantFrom(1, 3),
      isColdChain: fc.boolean(),
      price: positive(3000),
      memberPrice: maybe(positive(3000)),
      customerPrice: maybe(positive(3000)),
      stock: natural(60),
      packStep: fc.constantFrom(1, 1, 5),
      minQuantity: positive(3),
      limitQuantity: fc.constantFrom(0, 0, 20),
      dayLimit: fc.constantFrom(0, 0, 15),
      withCoupon: fc.boolean(),
      isPreferred: fc.boolean(),
      freeShippingNumber: maybe(positive(20)),
      rebate: maybe(positive(50)),
      isBuyable: fc.constantFrom(true, true, true, false),
      ladder: maybe(
        fc.record({
          kind: fc.constantFrom('up_to' as const, 'from' as const),
          tiers: fc.array(fc.record({ number: positive(30), price: positive(3000) }), { maxLength: 3 }),
        }),
      ),
      promo: maybe(
        fc
          .record({
            kind: fc.constantFrom('flash' as const, 'special' as const),
            price: positive(2000),
            activityLimit: maybe(natural(9)),
            stock: maybe(natural(9)),
            variant: fc.constantFrom('original_price' as const, 'other_activity' as const),
          })
          .map((over) => promo(over)),
      ),
      joins: fc.array(fc.constantFrom(0, 1, 2), { maxLength: 3 }),
    })
    .map(({ joins, ...over }) =>
      goods({ ...over, activityIds: [...new Set(joins)].map((kind) => over.merchantId * 10 + kind) }),
    ),
  { minLength: 2, maxLength: 8 },
);

/** Gifts of goods that are sold too know their stock. */
function stocked(activity: Activity, terms: readonly GoodsTerms[]): Activity {
  if (activity.kind !== 'gift') return activity;
  const items = activity.items.map((item) => {
    const goodsStock = terms.find((one) => one.id === item.goodsId)?.stock ?? item.goodsStock;
    return { ...item, goodsStock, stock: Math.min(item.stock, goodsStock) };
  });
  return { ...activity, items };
}

export type Cart = { lines: QuoteLine[]; offers: Offers; buyer: Buyer };

export const carts: fc.Arbitrary<Cart> = fc
  .record({
    goods: someGoods,
    wanted: fc.array(
      fc.record({
        kind: fc.constantFrom(
          'normal' as const,
          'normal' as const,
          'flash' as const,
          'add_on' as const,
          'combination' as const,
        ),
        goods: natural(9),
        quantity: fc.oneof(positive(25), natural(80)),
        isSelected: fc.constantFrom(true, true, false),
      }),
      { maxLength: 12 },
    ),
    coupons: fc.array(
      fc.record({
        merchantId: maybe(fc.constantFrom(1, 2)),
        threshold: natural(30_000),
        value: positive(4000),
      }),
      { maxLength: 5 },
    ),
    voucher: natural(5000),
    fee: natural(2000),
  })
  .map(({ goods: some, wanted, coupons, voucher, fee }) => {
    const terms = some.map((one, i): GoodsTerms => ({ ...one, id: i + 1 }));
    const lines = wanted.map(({ kind, goods: at, quantity, isSelected }, i) => {
      const own = terms[at % terms.length]!;
      const activityId = { add_on: own.merchantId * 10 + 2, combination: 90, normal: null, flash: null }[
        kind
      ];
      const goodsId = { add_on: own.merchantId, combination: null, normal: own.id, flash: own.id }[kind];
      return line({ id: i + 1, kind, goodsId, activityId, quantity, isSelected });
    });
    const rates = freight({ fee, coldChain: { fee: 700, freeFrom: 50_000 } });
    const preferred = freight({ fee: 900, preferred: { fee: 300, freeFrom: 9000 } });
    return {
      lines,
      buyer: buyer({ voucherIds: [1] }),
      offers: {
        goods: terms,
        merchants: [merchant({ freight: rates }), merchant({ id: 2, freight: preferred })],
        activities: [...activities.map((one) => stocked(one, terms)), cashback],
        combinations: [combination({ activityIds: [10] })],
        coupons: coupons.map((over, i) =>
          coupon({ ...over, id: i + 1, kind: over.merchantId === null ? 'platform' : 'merchant' }),
        ),
        vouchers: [{ id: 1, name: '现金券', balance: voucher, ...running }],
      },
    };
  });
