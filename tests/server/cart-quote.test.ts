import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { cartChoices, type LineKind } from '#lib/rules/terms/asked.ts';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { previewOrder } from '#lib/server/cart/checkout.ts';
import { listCart } from '#lib/server/cart/list.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import { cartLine } from '#lib/server/db/schema.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();

/** Goods of every kind that tests know by name, buyable or not, and some without a trait. */
const goodsIds = [
  ...new Set(
    Object.entries(known)
      .filter(([name]) => name.startsWith('goods'))
      .flatMap(([, ids]) => ids as number | readonly number[]),
  ),
  ...Array.from({ length: 40 }, (_, i) => 201 + i * 10),
];

type Line = { kind: LineKind; goodsId: number | null; activityId: number | null };

const anyLine: fc.Arbitrary<Line> = fc
  .oneof(
    {
      weight: 12,
      arbitrary: fc.record({ kind: fc.constant('normal' as const), goodsId: fc.constantFrom(...goodsIds) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'normal' as const, goodsId: known.goodsFlash }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'group_buy' as const, goodsId: known.goodsGroupBuy }) },
    {
      weight: 1,
      arbitrary: fc.constant({
        kind: 'combination' as const,
        goodsId: null,
        activityId: known.activities.combination,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant({
        kind: 'add_on' as const,
        goodsId: known.goodsAddOn,
        activityId: known.activities.addOn,
      }),
    },
  )
  .map((line) => ({ activityId: null, ...line }));

const anyCart = fc.uniqueArray(
  fc.record({
    line: anyLine,
    number: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(60, 100, 120, 300, 600)),
    isSelected: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25, selector: ({ line }) => `${line.kind}:${line.goodsId}` },
);

// Type 1 says that a line has the price of a flash sale; it is a line like any other.
const kinds: LineKind[] = ['normal', 'normal', 'group_buy', 'combination', 'add_on'];

/** What the browser makes of the list's JSON. */
function predict(state: CartState) {
  const offers = fromWire<Offers>(state.offers!);
  const lines = state.data.map((line) => ({
    id: line.id,
    kind: kinds[line.type]!,
    goodsId: line.goods_id,
    activityId: line.activity_id,
    quantity: line.number,
    isSelected: line.is_wanted === 1,
  }));
  return quote(lines, { companyId: 0, region: state.region, choices: cartChoices }, offers, state.timestamp);
}

describe.each(['demo', 'clinic'] as const)('a cart of %s', async (who) => {
  const context = await contextOf(db, who);
  const { userId, companyId } = context.actor.account;

  it('is quoted in the browser, from the JSON of the list, as it is on the server', async () => {
    await fc.assert(
      fc.asyncProperty(anyCart, async (cart) => {
        await db.delete(cartLine);
        await db
          .insert(cartLine)
          .values(
            cart.map(({ line, number, isSelected }) => ({ ...line, number, isSelected, userId, companyId })),
          );
        const quoted = await loadQuotedCart(db, context.actor.account, {}, context.now);
        const state = JSON.parse(JSON.stringify(await listCart(context))) as CartState;
        if (state.offers === null) return;
        const predicted = predict(state);
        expect(predicted).toEqual(quoted.quote);
        expect(state.total.pay_amount).toBe(formatYuan(predicted.totals.pay));
        expect(state.data.map((line) => line.is_selected === 1)).toEqual(
          predicted.lines.map((line) => line.counts),
        );
        const ids = predicted.lines.filter((line) => line.counts).map((line) => line.id);
        if (ids.length === 0) return;
        // Cart and preview show the same total.
        const preview = await previewOrder(context, { ids, coupons: 'best', gifts: {} });
        expect(preview.total).toEqual(state.total);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
