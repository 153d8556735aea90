import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundOfLine } from '#lib/rules/orders/refund.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import type { Buyer, QuoteLine } from '#lib/rules/terms/asked.ts';
import { limitLeft } from '#lib/rules/terms/quantity.ts';
import type { Quote } from '#lib/rules/terms/quote-shape.ts';
import type { Activity, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import {
  buyer,
  combination,
  coupon,
  freight,
  goods,
  line,
  merchant,
  now,
  promo,
  running,
} from './fixtures.ts';

const natural = (max: number) => fc.integer({ min: 0, max });
const positive = (max: number) => fc.integer({ min: 1, max });
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

type Cart = { lines: QuoteLine[]; offers: Offers; buyer: Buyer };

const carts: fc.Arbitrary<Cart> = fc
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

const ask = ({ lines, buyer: who, offers }: Cart): Quote => quote(lines, who, offers, now);
const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0);

test('what the lines pay plus freight is the pay amount, by lines, groups and orders alike', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const { lines, groups, orders, totals } = ask(cart);
      const counting = lines.filter((one) => one.counts);
      expect(sum(counting.map((one) => one.paid)) + totals.shipping).toBe(totals.pay);
      expect(totals.goods - totals.discount + totals.shipping).toBe(totals.pay);
      expect(sum(groups.map((group) => group.paid + group.freight.amount))).toBe(totals.pay);
      expect(sum(orders.map((one) => one.pay))).toBe(totals.pay);
      expect(sum(orders.map((one) => one.shipping))).toBe(totals.shipping);
      expect(orders.flatMap((one) => one.lineIds).sort()).toEqual(counting.map((one) => one.id).sort());
    }),
    { numRuns: 1000 },
  );
});

test('0 ≤ what a line pays ≤ its gross, discounts and trace add up to it, parts too', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      for (const one of ask(cart).lines) {
        expect(one.paid).toBeGreaterThanOrEqual(0);
        expect(one.paid).toBeLessThanOrEqual(one.gross);
        const taken = sum(Object.values(one.discounts));
        expect(one.gross - taken).toBe(one.paid);
        const promises = ['rebate', 'cashback'];
        const traced = one.priceTrace.filter((step) => !promises.includes(step.rule));
        expect(sum(traced.map((step) => step.amount))).toBe(one.paid);
        if (one.counts && one.parts.length > 0)
          expect(sum(one.parts.map((part) => part.paid))).toBe(one.paid);
      }
    }),
    { numRuns: 1000 },
  );
});

/** A quote without the order in which lines and groups stand. */
function inAnyOrder(answer: Quote) {
  const byId = <T extends { id: number }>(list: T[]) => [...list].sort((a, b) => a.id - b.id);
  const ids = (list: number[]) => [...list].sort((a, b) => a - b);
  return {
    ...answer,
    lines: byId(answer.lines),
    groups: answer.groups
      .map((group) => ({ ...group, lineIds: ids(group.lineIds) }))
      .sort((a, b) => a.merchantId - b.merchantId),
    orders: [...answer.orders].sort((a, b) => a.merchantId - b.merchantId),
  };
}

test('the order of lines and offers changes nothing', () => {
  const shuffled = carts.chain((cart) =>
    fc.record({
      cart: fc.constant(cart),
      lines: fc.shuffledSubarray(cart.lines, { minLength: cart.lines.length }),
      goods: fc.shuffledSubarray(cart.offers.goods, { minLength: cart.offers.goods.length }),
      activities: fc.shuffledSubarray(cart.offers.activities, { minLength: cart.offers.activities.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ cart, lines, goods: terms, activities: running }) => {
      const other = ask({ ...cart, lines, offers: { ...cart.offers, goods: terms, activities: running } });
      expect(inAnyOrder(other)).toEqual(inAnyOrder(ask(cart)));
    }),
    { numRuns: 500 },
  );
});

test('unselected lines change no amount', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const all = ask(cart);
      const alone = ask({ ...cart, lines: cart.lines.filter((one) => one.isSelected) });
      expect(all.totals).toEqual(alone.totals);
      expect(all.orders.map((one) => one.pay).sort()).toEqual(alone.orders.map((one) => one.pay).sort());
      const selected = all.lines.filter((one) => one.isSelected);
      expect(selected).toEqual(alone.lines);
    }),
    { numRuns: 500 },
  );
});

test('other goods keep their amounts before sharing when a line changes, unless they share a limit or a tier', () => {
  fc.assert(
    fc.property(carts, positive(25), (cart, quantity) => {
      const [first, ...rest] = cart.lines;
      fc.pre(first !== undefined);
      const hasSet = rest.some((one) => one.kind === 'combination');
      const isPart = (id: number | null) => combination().parts.some((part) => part.goodsId === id);
      const before = ask(cart);
      const after = ask({ ...cart, lines: [{ ...first, quantity }, ...rest] });
      for (const [i, one] of before.lines.entries()) {
        const sharesGoods = first.kind === 'combination' || one.goodsId === first.goodsId;
        // A set that no longer fits beside one of its parts leaves the other part to the lines after it.
        const sharesSet = hasSet && isPart(first.goodsId) && isPart(one.goodsId);
        // An add-on waits for the tier of its activity; a set shares the stock of its parts.
        if (i === 0 || sharesGoods || sharesSet || one.kind === 'add_on' || one.kind === 'combination')
          continue;
        expect(after.lines[i]!.gross).toBe(one.gross);
        expect(after.lines[i]!.counts).toBe(one.counts);
      }
    }),
    { numRuns: 500 },
  );
});

test('all ways to buy a goods together never pass its stock, nor its hard limits', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const { lines, gifts } = ask(cart);
      const given = new Map<number, number>();
      const bought = new Map<number, number>();
      const add = (to: Map<number, number>, id: number, quantity: number) =>
        to.set(id, (to.get(id) ?? 0) + quantity);
      for (const one of lines) {
        if (!one.counts) continue;
        const pieces = one.goodsId === null ? one.parts : [{ goodsId: one.goodsId, quantity: one.quantity }];
        for (const { goodsId, quantity } of pieces) add(bought, goodsId, quantity);
      }
      for (const { goodsId, quantity } of gifts) add(given, goodsId, quantity);
      for (const terms of cart.offers.goods) {
        const pieces = bought.get(terms.id) ?? 0;
        expect(pieces + (given.get(terms.id) ?? 0)).toBeLessThanOrEqual(terms.stock);
        expect(pieces).toBeLessThanOrEqual(limitLeft(terms));
      }
      expect(given.get(99) ?? 0).toBeLessThanOrEqual(4);
    }),
    { numRuns: 1000 },
  );
});

test('returning every piece one by one gives back the goods part exactly', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const { lines } = ask(cart);
      for (const { id, quantity, paid, counts } of lines) {
        if (!counts) continue;
        let back = 0;
        for (let returned = 0; returned < quantity; returned++) {
          const piece = refundOfLine({ id, quantity, paid, returned }, 1);
          expect(piece).toBeGreaterThanOrEqual(0);
          back += piece;
        }
        expect(back).toBe(paid);
      }
    }),
  );
});

test('inputs that went over the wire as JSON give the same quote, and the quote is plain JSON itself', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const answer = ask(cart);
      expect(ask(JSON.parse(JSON.stringify(cart)))).toEqual(answer);
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    }),
    { numRuns: 1000 },
  );
});

test('a quote of 300 lines over 20 merchants takes under 5 ms', () => {
  const merchants = Array.from({ length: 20 }, (_, i) => merchant({ id: i + 1, freight: freight() }));
  const terms = Array.from({ length: 300 }, (_, i) =>
    goods({
      id: i + 1,
      merchantId: (i % 20) + 1,
      price: 500 + i * 7,
      memberPrice: 480 + i * 7,
      promo: i % 5 === 0 ? promo() : null,
      ladder: i % 3 === 0 ? { kind: 'from', tiers: [{ number: 10, price: 470 + i * 7 }] } : null,
      activityIds: [100 + (i % 20)],
      rebate: i % 4 === 0 ? 5 : null,
    }),
  );
  const cart: Cart = {
    lines: terms.map((one) => line({ id: one.id, goodsId: one.id, quantity: 12 })),
    buyer: buyer(),
    offers: {
      goods: terms,
      merchants,
      activities: merchants.map(
        ({ id }): Activity => ({
          kind: 'full_reduction',
          id: 99 + id,
          name: '满减',
          merchantId: id,
          tiers: [{ amount: 50_000, reduction: 3000 }],
          ...running,
        }),
      ),
      combinations: [],
      coupons: merchants.map(({ id }) => coupon({ id, merchantId: id })),
      vouchers: [],
    },
  };
  for (let i = 0; i < 50; i++) ask(cart);
  // The thread's own work, not the clock's: a busy machine lets it wait, and that says nothing about the quote.
  const times = Array.from({ length: 41 }, () => {
    const start = process.threadCpuUsage();
    ask(cart);
    return process.threadCpuUsage(start).user / 1000;
  });
  expect(Math.min(...times)).toBeLessThan(5);
});
