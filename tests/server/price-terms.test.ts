/** Why a price is what it is, and the specs of one goods: what the buy row asks for beside its offer. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  goodsClinicOnly,
  goodsFullReduction,
  goodsGroupBuy,
  goodsHerbal,
  goodsPlain,
  goodsWithLadder,
  users,
} from '#demo/seed/known.ts';
import { type PriceTerms, priceTerms } from '#lib/contract/offers/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { nextSteps } from '#lib/rules/promotions/next-steps.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { listActivityGoods } from '#lib/server/activities/goods.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import { type Context, shopActor } from '#lib/server/core/context.ts';
import { getGoods } from '#lib/server/goods/detail.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { getPriceTerms } from '#lib/server/offers/price-terms.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { testDatabase } from '#tests/support/database.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import { accountOf, contextOf, fillCart, makeBuyers, makeGoods } from '#tests/support/orders.ts';

const { db } = await testDatabase();
let demo: Account;

beforeAll(async () => {
  demo = await accountOf(db, users.demo);
});

function as(account: Account | null): Context<'all'> {
  return { ...contextOf(db, demo), actor: shopActor(account) };
}

/** What the browser makes of an answer, over its JSON. */
function explain(answer: PriceTerms, id: number, quantity: number) {
  const { offers, region, timestamp } = priceTerms.parse(JSON.parse(JSON.stringify(answer)));
  const terms = fromWire<Offers>(offers!);
  const line = { id: 0, kind: 'normal', goodsId: id, activityId: null, quantity, isSelected: true } as const;
  const made = quote([line], { companyId: 0, region, choices: emptyChoices }, terms, timestamp);
  return { made, line: made.lines[0]!, terms: terms.goods[0]! };
}

describe('why a price is what it is', () => {
  it('is told by the very quote that a cart of it alone makes', async () => {
    const [buyer] = await makeBuyers(db, 1);
    for (const [goodsId, number] of [
      [goodsPlain, 30],
      [goodsWithLadder, 50],
      [goodsFullReduction, 100],
    ] as const) {
      const { line } = explain(await getPriceTerms(as(buyer!), { id: goodsId }), goodsId, number);
      const ids = await fillCart(db, buyer!, [{ goodsId, number }]);
      const { quote: own } = await loadQuotedCart(db, buyer!, { lineIds: ids }, new Date());
      expect(line.paid).toBe(own.lines[0]!.paid);
      expect(line.priceTrace).toEqual(own.lines[0]!.priceTrace);
    }
  });

  it('is the special price when the flash sale of the goods is sold out', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    const flash = { goodsId, price: 2, stock: 10, sold: 10 };
    await makeActivity(db, { kind: 'flash', config: { variant: 'original_price' } }, [flash]);
    await makeActivity(db, { kind: 'special', config: { variant: 'original_price' } }, [
      { goodsId, price: 3 },
    ]);
    const { line } = explain(await getPriceTerms(as(buyer!), { id: goodsId }), goodsId, 100);
    expect(line.segments).toEqual([{ quantity: 100, unitPrice: 3, rule: 'special' }]);
    expect((await listOffers(as(buyer!), { ids: [goodsId] }))[0]?.price).toBe('0.03');
  });

  it('names the next tier and what it saves', async () => {
    const { made, line, terms } = explain(
      await getPriceTerms(as(demo), { id: goodsWithLadder }),
      goodsWithLadder,
      10,
    );
    const [first] = nextSteps(made, line, terms);
    const tier = terms.ladder!.tiers[0]!;
    expect(first?.text).toBe(
      `再买${tier.number - 10}${terms.unit}，每${terms.unit}降到¥${formatYuan(tier.price)}`,
    );
    expect(first?.saving).toBe((line.unitPrice - tier.price) * tier.number);
  });

  it('is told to nobody who may not see it', async () => {
    const frozen = await accountOf(db, users.frozen);
    for (const account of [null, frozen, await accountOf(db, users.pending)]) {
      const answer = await getPriceTerms(as(account), { id: goodsPlain });
      expect(answer.offers).toBeNull();
      expect(priceKeysIn(answer)).toEqual([]);
    }
    expect((await getPriceTerms(as(demo), { id: goodsClinicOnly })).offers).toBeNull();
    await expect(getPriceTerms(as(demo), { id: 999_999_999 })).rejects.toMatchObject({ code: 404 });
  });
});

describe('several specs of one goods', () => {
  it('are counted in lists and offers, named on its page, and change its button', async () => {
    const [offer] = await listOffers(as(demo), { ids: [goodsHerbal] });
    expect(offer).toMatchObject({ djg: 2, buy_state: { code: 'ok', action: '选择规格' } });
    const goods = await getGoods(as(null), { id: goodsHerbal });
    expect(goods.djg).toBe(2);
    expect(goods.variants).toHaveLength(2);
    expect(goods.variants.map(({ id }) => id)).toContain(goodsHerbal);
    for (const { id } of goods.variants) {
      const other = await getGoods(as(null), { id });
      expect(other).toMatchObject({
        name: goods.name,
        sccj: goods.sccj,
        sjly: goods.sjly,
        ck_id: goods.ck_id,
      });
    }
    expect(new Set(goods.variants.map(({ ypgg, zf }) => ypgg + zf)).size).toBe(2);
  });

  it('is one where there is nothing to choose; a group-buy goes before', async () => {
    const [plain] = await listOffers(as(demo), { ids: [goodsPlain] });
    expect(plain).toMatchObject({ djg: 1, buy_state: { action: '加入购物车' } });
    expect((await getGoods(as(null), { id: goodsPlain })).variants).toEqual([]);
    const [group] = await listOffers(as(demo), { ids: [goodsGroupBuy] });
    expect(group).toMatchObject({ buy_state: { action: '去拼团' } });
    const [listed] = await listActivityGoods(as(demo), { id: 21 });
    expect(listed).toMatchObject({ id: goodsGroupBuy, buy_state: { action: '去拼团' } });
  });
});
