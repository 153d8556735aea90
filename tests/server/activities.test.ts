/** What the calls of activities say, to whom, and that promises of an order are kept after its completion. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  activities,
  activityWelfare,
  goodsCombination,
  goodsFlash,
  goodsFullReduction,
  goodsGroupBuy,
  goodsPlain,
  goodsPlainSecond,
  goodsRebate,
  goodsWithGift,
  users,
} from '#demo/seed/known.ts';
import {
  activityGoodsOutput,
  activityInfo,
  activityTabs,
  cashbacks,
  combinations,
  flashGoods,
  flashSessions,
  groupBuys,
  nextHint,
} from '#lib/contract/activities.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import { listCashbacks } from '#lib/server/activities/cashback.ts';
import { addCombination, listCombinations } from '#lib/server/activities/combination.ts';
import { getFlashDay, keepFor, listFlashGoods, listFlashSessions } from '#lib/server/activities/flash.ts';
import { listActivityGoods } from '#lib/server/activities/goods.ts';
import { findGroupBuyOf, listGroupBuys } from '#lib/server/activities/group-buy.ts';
import { getActivityInfo } from '#lib/server/activities/info.ts';
import { getNextHint } from '#lib/server/activities/next-hint.ts';
import { listActivityTabs } from '#lib/server/activities/tabs.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { listCart } from '#lib/server/cart/list.ts';
import type { Context } from '#lib/server/core/context.ts';
import { cartLine, goods, wallet, walletLedger } from '#lib/server/db/schema.ts';
import { getPriceTerms } from '#lib/server/offers/price-terms.ts';
import { creditPromises } from '#lib/server/orders/due.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import {
  accountOf,
  contextOf,
  makeBuyers,
  makeGoods,
  order,
  pay,
  payFreely,
  place,
} from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';

const { db, pool, url } = await testDatabase();
await payFreely(db);
const hour = 3_600_000;
const day = 24 * hour;
let demo: Account;

beforeAll(async () => {
  demo = await accountOf(db, users.demo);
});

function visitor(now = new Date()): Context<'all'> {
  return { ...contextOf(db, demo, {}, now), actor: { kind: 'visitor', account: null } };
}

function as(account: Account, now = new Date()): Context<'all'> {
  return contextOf(db, account, {}, now) as unknown as Context<'all'>;
}

describe('who may not see a price', () => {
  it('finds none in any call of activities', async () => {
    const others = await Promise.all(
      ['pending', 'rejected', 'frozen'].map((name) => accountOf(db, `user-${name}`)),
    );
    for (const context of [visitor(), ...others.map((one) => as(one))]) {
      const answers = [
        await listFlashGoods(context, {}),
        await listGroupBuys(context, {}),
        await listCombinations(context, {}),
        await listCashbacks(context, {}),
        ...(await Promise.all(
          [...Object.values(activities), activityWelfare].map((id) => listActivityGoods(context, { id })),
        )),
      ];
      for (const answer of answers) expect(priceKeysIn(answer)).toEqual([]);
      // How many pieces ship free is no amount.
      const said = JSON.stringify(answers).replaceAll(/满\d+\D{1,3}包邮/g, '');
      expect(said).not.toMatch(/满\d|\d+减\d+|返\d/);
    }
    const seen = await listFlashGoods(as(demo), {});
    expect(priceKeysIn(seen).length).toBeGreaterThan(0);
  });

  it('finds no add-on price of a controlled goods among what makes the price of another', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const main = await makeGoods(db, goodsPlain, 100);
    const hidden = await makeGoods(db, goodsPlain, 100, { isControlled: true });
    const config = { threshold: { unit: 'quantity', quantity: 1 } };
    await makeActivity(db, { kind: 'add_on', merchantId: 1, config }, [
      { goodsId: main },
      { goodsId: hidden, role: 'add_on', price: 777, companyLimit: 2, stock: 100 },
    ]);
    const terms = await getPriceTerms(as(buyer!), { id: main });
    expect(terms.offers).not.toBeNull();
    expect(JSON.stringify(terms)).not.toContain('7.77');
  });
});

describe('what an activity says of itself', () => {
  it('is its name, its remarks and its time; words that tell amounts are for who sees prices', async () => {
    const { fullReduction, cashback, groupBuy } = activities;
    const notified = activityInfo.parse(await getActivityInfo(as(demo), { id: fullReduction }));
    expect(notified).toMatchObject({
      kind: 'full_reduction',
      label: '满减',
      name: '满500减30，满1000减80',
      remarks: '满500减30，满1000减80',
      phase_text: '满减进行中',
    });
    expect(await getActivityInfo(as(demo), { id: groupBuy })).toMatchObject({
      remarks: '先付款成团，到期未成团自动退款',
      phase_text: '拼团中',
    });
    const [hidden, open] = [visitor(), as(await accountOf(db, 'user-pending'))];
    for (const context of [hidden, open])
      for (const id of [fullReduction, cashback])
        expect(await getActivityInfo(context, { id })).toMatchObject({ name: '', remarks: '' });
    expect(await refusalOf(getActivityInfo(visitor(), { id: 999_999 }))).toMatchObject({ code: 404 });
  });

  it('has a phase in the words of its kind', async () => {
    const { list } = await listCashbacks(visitor(), {});
    expect(list[0]?.phase_text).toBe('返现进行中');
    const groups = await listGroupBuys(visitor(), {});
    expect(new Set(groups.list.map(({ phase_text }) => phase_text))).toEqual(new Set(['拼团中', '即将开始']));
  });
});

describe('flash sales', () => {
  it('has three sessions on every day, each with its phase by the server’s clock', async () => {
    const start = startOfDay(Date.now());
    for (const [at, phases] of [
      [7, ['upcoming', 'upcoming', 'upcoming']],
      [9, ['running', 'upcoming', 'upcoming']],
      [13, ['ended', 'running', 'upcoming']],
      [23, ['ended', 'ended', 'running']],
    ] as const) {
      const now = new Date(start + at * hour);
      const answer = flashSessions.parse(await listFlashSessions(visitor(now)));
      expect(answer.timestamp).toBe(now.getTime());
      const shown = answer.list.filter((one) => one.is_session === 1);
      expect(shown.map((one) => one.phase)).toEqual(phases);
      expect(shown.map((one) => one.label)).toEqual(['08:00–12:00', '12:00–18:00', '18:00–24:00']);
      const current = shown.find((one) => one.id === answer.current);
      expect(current?.phase).toBe(phases.includes('running' as never) ? 'running' : 'upcoming');
      const { sale } = await getFlashDay(visitor(now), null);
      expect(sale?.session.id).toBe(answer.current);
      expect(sale?.goods.length).toBeGreaterThan(0);
      expect(keepFor(shown, now.getTime())).toBeLessThanOrEqual(30);
    }
  });

  it('tells price, limit and what is left to whoever may see them', async () => {
    const { list } = flashGoods.parse(await listFlashGoods(as(demo), { id: activities.flash }));
    const one = list.find(({ id }) => id === goodsFlash)!;
    expect(one).toMatchObject({ activity_id: activities.flash, activity_limit: 20, activity_used: 0 });
    expect(Number(one.activity_price)).toBeLessThan(Number(one.base_price));
    expect(one.activity_number).toBe(100 - one.activity_sold);
    expect(await refusalOf(listFlashGoods(visitor(), { id: activities.cashback }))).toMatchObject({
      code: 404,
    });
  });
});

describe('the goods of an activity', () => {
  it('come in the shape of the specification, with a least purchase of one at least', async () => {
    const list = activityGoodsOutput.parse(await listActivityGoods(as(demo), { id: activityWelfare }));
    expect(list.length).toBeGreaterThan(50);
    for (const one of list) {
      expect(one.qg_number).toBeGreaterThanOrEqual(1);
      expect(one.goods_image.length).toBeGreaterThan(0);
      expect(one.activity_id).toBe(activityWelfare);
    }
    const set = await listActivityGoods(as(demo), { id: activities.combination });
    expect(set.map(({ id }) => id)).toEqual([...goodsCombination]);
    expect(await refusalOf(listActivityGoods(visitor(), { id: 999_999 }))).toMatchObject({ code: 404 });
  });
});

describe('group-buys', () => {
  it('lists those that run and those to come, with their goal and what is left', async () => {
    const { list } = groupBuys.parse(await listGroupBuys(as(demo), {}));
    expect(list.some(({ phase }) => phase === 'running')).toBe(true);
    expect(list.some(({ phase }) => phase === 'upcoming')).toBe(true);
    const own = (await findGroupBuyOf(as(demo), goodsGroupBuy))!;
    expect(own).toMatchObject({
      id: activities.groupBuy,
      xg_number: 20,
      goal: 200,
      joined: 0,
      left_number: 600,
    });
    expect(Number(own.goods.activity_price)).toBeLessThan(Number(own.goods.price));
    expect(await findGroupBuyOf(visitor(), goodsPlain)).toBeNull();
    expect((await listGroupBuys(visitor(), { id: activities.flash })).list).toEqual([]);
  });
});

describe('combinations', () => {
  it('are as many as the least of their parts, cheaper than apart, and go into the cart as one line', async () => {
    const { list } = combinations.parse(await listCombinations(as(demo), {}));
    const set = list.find(({ id }) => id === activities.combination)!;
    const parts = await Promise.all(
      goodsCombination.map(async (id) => (await db.select().from(goods).where(eq(goods.id, id)))[0]!),
    );
    const least = Math.min(...parts.map((row, at) => Math.floor(row.stock / set.parts[at]!.quantity)));
    expect(set.number).toBe(Math.min(least, set.xg_number));
    expect(Number(set.price)).toBeCloseTo(Number(set.base_price) - Number(set.saving), 5);

    const [buyer] = await makeBuyers(db, 1);
    const context = contextOf(db, buyer!);
    expect((await addCombination(context, { id: set.id, number: 2 })).added[0]).toMatchObject({ number: 2 });
    await addCombination(context, { id: set.id, number: 1 });
    const lines = await db.select().from(cartLine).where(eq(cartLine.userId, buyer!.userId));
    expect(lines.map(({ kind, number }) => [kind, number])).toEqual([['combination', 3]]);
    expect(await refusalOf(addCombination(context, { id: set.id, number: 900 }))).toMatchObject({
      code: 422,
    });
    expect(await refusalOf(addCombination(context, { id: 999_999, number: 1 }))).toMatchObject({ code: 404 });
  });

  it('come back as a set: no part of it is refunded by itself', async () => {
    const [buyer] = await makeBuyers(db, 1, 10_000_000);
    const { added } = await addCombination(contextOf(db, buyer!), { id: activities.combination, number: 2 });
    const placed = await place(db, buyer!, { ids: [added[0]!.id] });
    await pay(db, buyer!, placed.trade_no);
    const no = placed.orders[0]!.no;
    const { rows } = await db.execute<{ id: number; quantity: number }>(
      sql`select id, quantity from order_line where order_no = ${no} order by id`,
    );
    const torn = refundOrder(byStaff(db), { no, returns: [{ id: rows[0]!.id, quantity: 10 }], reason: '试' });
    await expect(torn).rejects.toThrow();
    const whole = rows.map(({ id, quantity }) => ({ id, quantity: quantity / 2 }));
    expect((await refundOrder(byStaff(db), { no, returns: whole, reason: '一套' })).pieces).toBe(20);
  });
});

describe('what is on', () => {
  it('has a tab for each kind, with its page', async () => {
    const { list } = activityTabs.parse(await listActivityTabs(visitor()));
    expect(list.map(({ kind }) => kind)).toEqual([
      'flash',
      'group_buy',
      'combination',
      'cashback',
      'special',
      'full_reduction',
      'gift',
    ]);
    const none = await listActivityTabs(visitor(new Date(Date.now() - 400 * day)));
    expect(none.list).toEqual([]);
  });
});

describe('what to add for the next tier', () => {
  it('names what is bought anyway, several together, and what they cost and save', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const context = contextOf(db, buyer!);
    await addLines(db, buyer!, [{ type: 0, goods_id: goodsFullReduction, number: 10 }], new Date());
    const wanted = { activity_id: activities.fullReduction, size: 6 };
    const first = nextHint.parse(await getNextHint(context, wanted));
    expect(first).toMatchObject({ kind: 'full_reduction', merchant_id: 6, bundle: null });
    // Nobody is told to spend more than it saves on what they never bought.
    const gap = Number(first.gap_amount);
    for (const { suggested_amount } of first.list) expect(Number(suggested_amount)).toBeLessThan(gap);

    // Two drugs of the merchant, each for a good half of the gap, three times in the last two months.
    const { rows } = await pool.query(
      `update goods set price = 1000, member_price = 1000, rank_prices = '{}', ladder = '[]', pack_step = 10,
         min_quantity = 10, limit_quantity = 0, day_limit = 0, week_limit = 0, stock = 100000
       where id in (select min(g.id) from goods g join activity_goods a on a.goods_id = g.id
         join product p on p.id = g.product_id
         where a.activity_id = $1 and a.role = 'subject' and g.id <> $2 and g.is_on_shelf and not g.is_controlled
         group by p.name, p.spec order by 1 limit 2) returning id`,
      [activities.fullReduction, goodsFullReduction],
    );
    const ids = rows.map(({ id }) => Number(id));
    expect(ids).toHaveLength(2);
    const number = Math.ceil((gap * 100) / 1000 / 2 / 10) * 10;
    for (const days of [60, 40, 20]) {
      const at = new Date(Date.now() - days * day);
      const trade = await order(
        db,
        buyer!,
        ids.map((goodsId) => ({ goodsId, number })),
        at,
      );
      await pay(db, buyer!, trade.trade_no, 'balance', at);
    }
    // Packs are twice as large since: the usual number is no multiple, and goes up to whole ones.
    const step = 20;
    await pool.query('update goods set pack_step = $1, min_quantity = $1 where id = any($2)', [step, ids]);
    const inPacks = Math.ceil(number / step) * step;
    expect(inPacks).toBeGreaterThan(number);
    const hint = nextHint.parse(await getNextHint(context, wanted));
    const { lines, spend_amount, saving_amount, text } = hint.bundle!;
    expect(lines.map(({ goods_id, number, why }) => [goods_id, number, why])).toEqual(
      expect.arrayContaining(ids.map((id) => [id, inPacks, '常购'])),
    );
    expect(text).toBe(`花¥${showYuan(spend_amount)}省¥${showYuan(saving_amount)}`);
    expect(hint.list.slice(0, 2).map(({ why }) => why)).toEqual(['常购', '常购']);
    // The cart with them comes to what was said.
    const before = await listCart(context);
    await addLines(
      db,
      buyer!,
      lines.map((one) => ({ type: 0, goods_id: one.goods_id, number: one.number })),
      new Date(),
    );
    const after = await listCart(context);
    const fen = (yuan: string) => Math.round(Number(yuan) * 100);
    expect(fen(after.total.pay_amount)).toBe(
      fen(before.total.pay_amount) + fen(spend_amount) - fen(saving_amount),
    );
    // Another company buys other things.
    await addLines(db, stranger!, [{ type: 0, goods_id: goodsFullReduction, number: 10 }], new Date());
    const theirs = await getNextHint(contextOf(db, stranger!), wanted);
    expect(theirs.list.filter(({ why }) => why === '常购')).toEqual([]);
  });

  it('tells what comes back later where cashback is what is missing', async () => {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const context = contextOf(db, buyer!);
    const free = {
      price: 1000,
      memberPrice: 1000,
      rankPrices: {},
      ladder: [],
      minQuantity: 10,
      packStep: 10,
    };
    const asked = await makeGoods(db, goodsPlain, 100_000, free);
    const usual = await makeGoods(db, goodsPlainSecond, 100_000, free);
    for (const days of [60, 40, 20]) {
      const at = new Date(Date.now() - days * day);
      const trade = await order(db, buyer!, [{ goodsId: usual, number: 20 }], at);
      await pay(db, buyer!, trade.trade_no, 'balance', at);
    }
    // ¥2,900 of the ¥3,000 that bring ¥30 back.
    await addLines(db, buyer!, [{ type: 0, goods_id: asked, number: 290 }], new Date());
    const wanted = { activity_id: activities.cashback, size: 6 };
    const { bundle, gap_amount } = nextHint.parse(await getNextHint(context, wanted));
    expect(gap_amount).toBe('100.00');
    expect(bundle).toMatchObject({ spend_amount: '200.00', back_amount: '30.00' });
    expect(bundle!.text).toMatch(/^花¥200\.00(?:省¥[\d.]+)?返¥30\.00$/);
  });

  it('counts pieces where the threshold is in pieces, and refuses what has nothing to do with the cart', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const context = contextOf(db, buyer!);
    expect(await getNextHint(context, { size: 6 })).toMatchObject({ kind: null, list: [] });
    await addLines(db, buyer!, [{ type: 0, goods_id: goodsWithGift, number: 20 }], new Date());
    const hint = await getNextHint(context, { activity_id: activities.gift, size: 6 });
    expect(hint).toMatchObject({ kind: 'gift', gap_number: 40 });
    for (const wanted of [{ activity_id: activities.fullReduction }, { merchant_id: 6 }])
      expect(await refusalOf(getNextHint(context, { ...wanted, size: 6 }))).toMatchObject({ code: 404 });
  });
});

describe('promises of an order', () => {
  const ops = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/ops.ts', ...args], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent' },
    });

  it('cashback and rebate wait for ops ship, receive and the after-sale window, and come once', async () => {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const goodsId = await makeGoods(db, goodsRebate, 100_000, { rebate: 30, withCoupon: false });
    const placed = await order(db, buyer!, [{ goodsId, number: 3000 }]);
    await pay(db, buyer!, placed.trade_no);
    const no = placed.orders[0]!.no;
    const { rows } = await db.execute<{ rebate: number; cashback: number }>(
      sql`select rebate_amount::int rebate, cashback_amount::int cashback from "order" where no = ${no}`,
    );
    const promised = rows[0]!;
    expect(promised.rebate).toBe(90_000);
    expect(promised.cashback).toBeGreaterThan(0);
    const board = async () => cashbacks.parse(await listCashbacks(as(buyer!), {}));
    const yuan = (promised.cashback / 100).toFixed(2);
    expect(await board()).toMatchObject({ waiting_amount: yuan, credited_amount: '0.00' });
    const before = await balance(buyer!);

    expect((await ops('ship', no)).stdout).toContain('已全部发货');
    expect((await ops('receive', no)).stdout).toContain('已完成');
    await creditPromises(db, new Date());
    expect(await balance(buyer!), 'the after-sale window is open').toBe(before);

    const later = new Date(Date.now() + orderLimits.afterSale + hour);
    await Promise.all(Array.from({ length: 4 }, () => creditPromises(db, later)));
    expect(await balance(buyer!)).toBe(before + promised.rebate + promised.cashback);
    expect(await board()).toMatchObject({ waiting_amount: '0.00', credited_amount: yuan });
    const entries = await db.select().from(walletLedger).where(eq(walletLedger.companyId, buyer!.companyId));
    expect(entries.filter(({ useType }) => useType === 'rebate' || useType === 'cashback')).toHaveLength(2);
    const [other] = await makeBuyers(db, 1);
    expect(await listCashbacks(as(other!), {})).toMatchObject({
      waiting_amount: '0.00',
      credited_amount: '0.00',
    });
  });

  async function balance(of: Account): Promise<number> {
    const [row] = await db.select().from(wallet).where(eq(wallet.companyId, of.companyId));
    return row!.balance;
  }
});
