/** 到手单价 and 上次买价 beside goods: what the cart would say, each company's own, nobody's who may not see prices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { cartState } from '#lib/contract/cart/calls.ts';
import { offersOutput, priceTerms } from '#lib/contract/offers/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import { candidatesInput } from '#lib/contract/quick-order/candidates.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { withLine } from '#lib/rules/quote/beside.ts';
import { netOfLines } from '#lib/rules/quote/net-lines.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import { quantityBounds, settleBox } from '#lib/rules/terms/quantity.ts';
import type { Coupon, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import { listCart } from '#lib/server/cart/list.ts';
import { type Context, shopActor } from '#lib/server/core/context.ts';
import { claimCoupon } from '#lib/server/coupons/center.ts';
import { coupon } from '#lib/server/db/schema.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { goodsItems } from '#lib/server/goods/items.ts';
import { withNetAt } from '#lib/server/offers/net-at.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { getPriceTerms } from '#lib/server/offers/price-terms.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { listCandidates } from '#lib/server/quick-order/line-offers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, fillCart, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
afterAll(closeCatalogue);
let demo: Account;
let buyer: Account;
let other: Account;
beforeAll(async () => {
  demo = await accountOf(db, known.users.demo);
  const made = await makeBuyers(db, 2, 100_000_000);
  [buyer, other] = [made[0]!, made[1]!];
});

const as = (account: Account | null): Context<'all'> => ({
  ...contextOf(db, demo),
  actor: shopActor(account),
});

async function offersTo(account: Account, ids: number[]) {
  return offersOutput.parse(await listOffers(as(account), { ids }));
}

async function offerTo(account: Account | null, id: number) {
  const [found] = offersOutput.parse(await listOffers(as(account), { ids: [id] }));
  return found!;
}

/** What 为什么是这个价 makes of so many pieces of a goods beside the buyer's cart. */
async function netByTrace(id: number, number: number, account = demo) {
  const basis = priceTerms.parse(await getPriceTerms(as(account), { id }));
  const { claimable, region, timestamp } = basis;
  const offers = fromWire<Offers>(basis.offers!);
  const all = withLine(basis.lines, id, number);
  const buyer = { companyId: 0, region, choices: emptyChoices };
  const quoted = (more: Coupon[]) => {
    const made = quote(all.lines, buyer, { ...offers, coupons: [...offers.coupons, ...more] }, timestamp);
    const taken = made.lines
      .find((line) => line.id === all.id)!
      .priceTrace.flatMap(({ rule, refId }) => (rule.endsWith('_coupon') ? [refId!] : []));
    return { ...netOfLines(made, offers.merchants, region).get(all.id)!, taken };
  };
  const net = quoted([]);
  const claimed = quoted(fromWire<Coupon[]>(claimable));
  return {
    price: formatYuan(net.price),
    number,
    freight: formatYuan(net.freight),
    ...(net.others > 0 && { others: formatYuan(net.others) }),
    coupons: net.taken.length,
    ...(claimed.price < net.price && {
      claim: { price: formatYuan(claimed.price), coupons: claimed.taken.filter((one) => one < 0).length },
    }),
  };
}

describe('到手单价', () => {
  it('is what the goods come to by the trace behind 为什么是这个价, for all kinds of goods', async () => {
    const { rows } = await pool.query('select id from goods where is_on_shelf order by id limit 60');
    const special = [known.goodsFullReduction, known.goodsWithLadder, known.goodsRebate, known.goodsPlain];
    let notified = 0;
    for (const id of [...special, ...rows.map((row) => Number(row.id))]) {
      const { net } = await offerTo(demo, id);
      if (net === undefined) continue;
      notified++;
      expect(net).toEqual(await netByTrace(id, net.number));
    }
    expect(notified).toBeGreaterThan(40);
  });

  it('is one figure before adding, in the cart afterwards, among candidates, and for another number', async () => {
    const [caller, stranger] = (await makeBuyers(db, 2, 100_000_000)) as [Account, Account];
    const { rows } = await pool.query(
      `select array_agg(id order by id) ids, merchant_id from goods
       where is_on_shelf and stock > 500 and limit_quantity + day_limit + week_limit = 0 and not is_controlled
       group by merchant_id having count(*) > 6 order by merchant_id limit 3`,
    );
    const ids = rows.flatMap(({ ids }) => (ids as number[]).slice(0, 4));
    const before = await offersTo(stranger, ids);
    let shared = 0;
    for (const id of ids) {
      const [offer] = await offersTo(caller, [id]);
      const net = offer?.net;
      if (net === undefined) continue;
      // What list, detail and candidates say before it is in the cart …
      expect(net, 'explained').toEqual(await netByTrace(id, net.number, caller));
      const [product] = (await pool.query('select product_id from goods where id = $1', [id])).rows;
      const asked = { text: '药', number: net.number, product_ids: [Number(product.product_id)], basket: [] };
      const { list } = await listCandidates(contextOf(db, caller), candidatesInput.parse(asked));
      expect(list.find(({ goods }) => goods.id === id)?.each, 'among candidates').toBe(net.price);
      const [item] = await goodsItems(db, caller, await getCatalogue(db), [id], Date.now());
      expect(item?.net, 'in a list').toEqual(net);
      // … is what its line says in the cart, and what all say afterwards.
      await fillCart(db, caller, [{ goodsId: id, number: net.number }]);
      const state = cartState.parse(await listCart(contextOf(db, caller)));
      const line = state.data.find(({ goods_id }) => goods_id === id)!;
      const { price, freight, others } = viewCart(state).net.get(line.id)!;
      expect([formatYuan(price), formatYuan(freight)]).toEqual([net.price, net.freight]);
      expect(others > 0 ? formatYuan(others) : undefined).toBe(net.others);
      expect((await offersTo(caller, [id]))[0]?.net).toEqual(net);
      if (others > 0) shared++;
      const twice = net.number * 2;
      const [more] = await listOffers(as(caller), { ids: [id], number: twice });
      expect(more?.net).toEqual(await netByTrace(id, twice, caller));
    }
    expect(shared, 'freight that other lines pay').toBeGreaterThan(0);
    // Nobody else's prices depend on this cart, and an unticked line is beside nothing.
    expect(await offersTo(stranger, ids)).toEqual(before);
    await pool.query('update cart_line set is_selected = false where user_id = $1', [caller.userId]);
    const alone = await offersTo(caller, ids);
    expect(alone.map(({ net }) => net?.price)).toEqual(before.map(({ net }) => net?.price));
  });

  it('is that of the number beside a goods where a page shows another than the least', async () => {
    const ids = [known.goodsFullReduction, known.goodsWithLadder, known.goodsRebate, known.goodsPlain];
    const now = new Date();
    const items = await goodsItems(db, demo, await getCatalogue(db), ids, now.getTime());
    const shown = await withNetAt(db, demo, items, ({ qg_number }) => qg_number * 3 + 1, now);
    for (const { id, net, terms } of shown) {
      const { value } = settleBox(net!.number, quantityBounds(fromWire<GoodsTerms>(terms!)));
      expect([net!.number, net]).toEqual([value, await netByTrace(id, net!.number)]);
    }
    const before = new Map(items.map(({ id, net }) => [id, net?.number]));
    expect(shown.map(({ id, net }) => net!.number > before.get(id)!)).toEqual(ids.map(() => true));
    // Who may not see prices has none here either.
    const hidden = await accountOf(db, known.users.rejected);
    const none = await goodsItems(db, hidden, await getCatalogue(db), ids, now.getTime());
    expect(await withNetAt(db, hidden, none, () => 100, now)).toEqual(none);
    expect(JSON.stringify(none)).not.toContain('"net"');
  });

  it('follows the default address', async () => {
    const id = await makeGoods(db, known.goodsPlain, 1000);
    const region = async (code: string) =>
      pool.query('update address set region_code = $1 where company_id = $2', [code, other.companyId]);
    const { net } = await offerTo(other, id);
    await pool.query(
      `update merchant set freight_rules = jsonb_set(freight_rules, '{unservedRegions}', '["99"]')
       where id = (select merchant_id from goods where id = $1)`,
      [id],
    );
    await region('990102');
    expect((await offerTo(other, id)).net).toBeUndefined();
    await region('420102');
    expect((await offerTo(other, id)).net).toEqual(net);
  });

  it('is told to nobody who may not see the price, and last prices neither', async () => {
    const ids = [known.goodsPlain, known.goodsFullReduction, known.goodsWithLadder];
    for (const account of [
      null,
      await accountOf(db, known.users.pending),
      await accountOf(db, known.users.frozen),
    ]) {
      for (const found of await listOffers(as(account), { ids })) {
        expect(found).not.toHaveProperty('net');
        expect(found).not.toHaveProperty('last');
      }
      for (const item of await goodsItems(db, account, await getCatalogue(db), ids, Date.now()))
        expect(item).not.toHaveProperty('net');
    }
  });
});

describe('领券后', () => {
  const hourMs = 3_600_000;
  async function makeCoupon(merchantId: number, over: Partial<typeof coupon.$inferInsert> = {}) {
    const at = (hours: number) => new Date(Date.now() + hours * hourMs);
    const [row] = await db
      .insert(coupon)
      .values({
        name: '测试券',
        merchantId,
        threshold: 2000,
        value: 700,
        total: 10,
        claimFrom: at(-1),
        claimTo: at(1),
        validFrom: at(-1),
        validTo: at(2),
        ...over,
      })
      .returning();
    return row!.id;
  }
  const fresh = async () => (await makeBuyers(db, 1, 100_000_000))[0]!;
  const merchantOf = async (id: number) =>
    Number((await pool.query('select merchant_id from goods where id = $1', [id])).rows[0].merchant_id);

  it('is told to who may claim, kept when it is claimed, and what the cart then asks for', async () => {
    const caller = await fresh();
    const id = await makeGoods(db, known.goodsPlain, 1000, {
      price: 10_000,
      memberPrice: 10_000,
      rankPrices: {},
    });
    const merchantId = await merchantOf(id);
    await pool.query(`update coupon set claim_to = claim_from where kind = 'coupon'`);
    const before = await offerTo(caller, id);
    expect(before.net).not.toHaveProperty('claim');
    const own = await makeCoupon(merchantId);
    const platform = await makeCoupon(merchantId, { merchantId: null, value: 300 });
    // None of these can be claimed, used now, or helps more.
    await makeCoupon(merchantId, { value: 600 });
    await makeCoupon(merchantId, { value: 5000, claimed: 10 });
    await makeCoupon(merchantId, { value: 5000, claimFrom: new Date(Date.now() + hourMs / 2) });
    await makeCoupon(merchantId, { value: 5000, validFrom: new Date(Date.now() + hourMs) });
    await makeCoupon(merchantId, { value: 5000, threshold: 99_999_999 });
    await makeCoupon(merchantId, { value: 5000, kind: 'voucher', merchantId: null });
    const offered = await offerTo(caller, id);
    const { net } = offered;
    expect(net).toEqual({ ...before.net, claim: { price: expect.any(String), coupons: 2 } });
    const [item] = await goodsItems(db, caller, await getCatalogue(db), [id], Date.now());
    expect(item).toMatchObject({ net });
    for (const account of [
      { ...caller, role: 'finance' as const },
      { ...caller, role: 'viewer' as const },
    ])
      expect((await offerTo(account, id)).net, 'may not claim').toEqual(before.net);

    for (const coupon of [own, platform]) await claimCoupon(contextOf(db, caller), { id: coupon });
    const after = await offerTo(caller, id);
    expect(after.net).toEqual({
      price: net!.claim!.price,
      number: net!.number,
      freight: net!.freight,
      coupons: 2,
    });
    await fillCart(db, caller, [{ goodsId: id, number: net!.number }]);
    const { total } = await listCart(contextOf(db, caller));
    expect(Math.ceil((Number(total.pay_amount) * 100) / net!.number)).toBe(
      Math.round(Number(net!.claim!.price) * 100),
    );
    // Another company, which has claimed nothing, is told of both still; the price with one only is told as such.
    const second = await fresh();
    await claimCoupon(contextOf(db, second), { id: platform });
    expect((await offerTo(second, id)).net?.claim).toEqual({ price: net!.claim!.price, coupons: 1 });
  });

  it('leaves newcomers’ coupons to newcomers, and tells nobody who may not see the price', async () => {
    const caller = await fresh();
    const id = await makeGoods(db, known.goodsPlain, 1000, {
      price: 10_000,
      memberPrice: 10_000,
      rankPrices: {},
    });
    await pool.query(`update coupon set claim_to = claim_from where kind = 'coupon'`);
    await makeCoupon(await merchantOf(id), { isNewcomerOnly: true });
    expect((await offerTo({ ...caller, isNewcomer: true }, id)).net?.claim?.coupons).toBe(1);
    expect((await offerTo({ ...caller, isNewcomer: false }, id)).net?.claim).toBeUndefined();
    for (const account of [null, await accountOf(db, known.users.pending)]) {
      const wire = priceTerms.parse(await getPriceTerms(as(account), { id }));
      expect(wire.claimable).toEqual([]);
      expect(await offerTo(account, id)).not.toHaveProperty('net');
    }
  });
});

describe('上次买价', () => {
  it('is that of the last paid purchase, of the own company, in offers and lists', async () => {
    const id = await makeGoods(db, known.goodsPlain, 1000, { price: 500, memberPrice: 500, rankPrices: {} });
    expect((await offerTo(buyer, id)).last).toBeUndefined();
    const at = new Date();
    const first = await order(db, buyer, [{ goodsId: id, number: 10 }], at);
    expect((await offerTo(buyer, id)).last, 'not paid yet').toBeUndefined();
    await pay(db, buyer, first.trade_no, 'balance', at);
    const last = { price: '5.00', number: 10, day: dayKey(at.getTime()) };
    expect((await offerTo(buyer, id)).last).toEqual(last);
    const [item] = await goodsItems(db, buyer, await getCatalogue(db), [id], Date.now());
    expect(item).toMatchObject({ last });
    expect((await offerTo(other, id)).last, 'of another company').toBeUndefined();

    await pool.query('update goods set price = 400, member_price = 400 where id = $1', [id]);
    const later = await order(db, buyer, [{ goodsId: id, number: 20 }]);
    await pay(db, buyer, later.trade_no);
    expect((await offerTo(buyer, id)).last).toMatchObject({ price: '4.00', number: 20 });
  });

  it('stands beside a line of the cart too', async () => {
    const id = await makeGoods(db, known.goodsPlain, 1000, { price: 500, memberPrice: 500, rankPrices: {} });
    const trade = await order(db, buyer, [{ goodsId: id, number: 10 }]);
    await pay(db, buyer, trade.trade_no);
    await fillCart(db, buyer, [{ goodsId: id, number: 10 }]);
    const lineOf = async (account: Account) => {
      const { data } = await listCart(contextOf(db, account));
      return data.find((line) => line.goods_id === id);
    };
    expect((await lineOf(buyer))?.goods?.last).toMatchObject({ price: '5.00', number: 10 });
    await pool.query(`update company set status = 'frozen' where id = $1`, [buyer.companyId]);
    const frozen = await accountOf(db, buyer.userId);
    expect((await lineOf(frozen))?.goods).not.toHaveProperty('last');
    await pool.query(`update company set status = 'approved' where id = $1`, [buyer.companyId]);
  });

  it('stays the latest when two are paid at once, and when an older one is told later', async () => {
    const id = await makeGoods(db, known.goodsPlain, 1000);
    const trades = [
      await order(db, other, [{ goodsId: id, number: 10 }]),
      await order(db, other, [{ goodsId: id, number: 20 }]),
      await order(db, other, [{ goodsId: id, number: 30 }]),
    ];
    const at = Date.now();
    const times = [at + 2000, at + 1000, at];
    await Promise.all(
      trades.map((trade, i) => pay(db, other, trade.trade_no, 'balance', new Date(times[i]!))),
    );
    expect((await offerTo(other, id)).last?.number).toBe(10);
  });

  it('knows what was written to a paid order by whatever tool', async () => {
    const id = await makeGoods(db, known.goodsPlain, 1000);
    const trade = await order(db, buyer, [{ goodsId: known.goodsPlain, number: 10 }]);
    await pay(db, buyer, trade.trade_no);
    await pool.query(
      `insert into order_line (order_no, goods_id, snapshot, quantity, unit_price, gross, discount, paid)
       values ($1, $2, '{}', 3, 700, 2000, 0, 2000)`,
      [trade.orders[0]!.no, id],
    );
    expect((await offerTo(buyer, id)).last).toMatchObject({ price: '6.67', number: 3 });
  });
});
