import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundOfLine } from '#lib/rules/orders/refund.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { limitLeft } from '#lib/rules/terms/quantity.ts';
import type { Quote } from '#lib/rules/terms/quote-shape.ts';
import type { Activity } from '#lib/rules/terms/terms.ts';
import { type Cart, carts, positive } from './carts.ts';
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
