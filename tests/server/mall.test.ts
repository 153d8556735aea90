/** The points mall on PostgreSQL: races over stock, points and limits, what goes back, and whose order it is. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { exchangeInput, mallGoodsInput } from '#lib/contract/mall.ts';
import { pointsOrdersInput } from '#lib/contract/points-orders.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { addressUntilOf } from '#lib/rules/points/points-orders.ts';
import { getInfo } from '#lib/server/accounts/accounts.ts';
import { findDefaultAddress } from '#lib/server/addresses/rows.ts';
import { listHeldCoupons } from '#lib/server/coupons/held.ts';
import {
  address as addressTable,
  pointsGoods,
  pointsLot,
  pointsOrder,
  wallet,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { askPointsCase } from '#lib/server/mall/cases.ts';
import { cancelUnaddressed, completePointsOrders } from '#lib/server/mall/due.ts';
import { exchangePoints } from '#lib/server/mall/exchange.ts';
import { findMallGoods, listMallGoods } from '#lib/server/mall/goods.ts';
import {
  cancelPointsOrder,
  getPointsOrder,
  listPointsOrders,
  namePrizeAddress,
  receivePointsOrder,
} from '#lib/server/mall/orders.ts';
import { openPrizeOrder } from '#lib/server/mall/prize-orders.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { contextOf, makeBuyers, payFreely, withMembership } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);

const day = 86_400_000;

/** A buyer whose company has points, and perhaps a balance (fen). */
async function buyerWith(points: number, balance = 0): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1, balance);
  await grant(buyer!.companyId, points);
  return buyer!;
}

const grant = (companyId: number, points: number) =>
  db.transaction((tx) =>
    grantPoints(tx, { companyId, useType: 'task', points, ref: randomUUID(), note: '' }),
  );

async function offer(values: Partial<typeof pointsGoods.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(pointsGoods)
    .values({
      ...{ kind: 'thing', name: '保温杯', points: 100, stock: 10, isOn: true },
      onFrom: new Date(Date.now() - day),
      ...values,
    })
    .returning({ id: pointsGoods.id });
  return row!.id;
}

interface Wish {
  quantity?: number;
  points?: number;
  money?: number;
  key?: string;
  more?: object;
}

async function redeem(
  buyer: Account,
  goodsId: number,
  { quantity = 1, points, money, key, more }: Wish = {},
) {
  const [goods] = await db.select().from(pointsGoods).where(eq(pointsGoods.id, goodsId));
  const address = await findDefaultAddress(db, buyer.companyId);
  const input = exchangeInput.parse({
    goods_id: goodsId,
    quantity,
    address_id: address?.id,
    points: points ?? goods!.points * quantity,
    money_amount: formatYuan(money ?? goods!.money * quantity),
    ...more,
  });
  return exchangePoints({ ...contextOf(db, buyer), key: key ?? randomUUID() }, input);
}

const stockOf = async (id: number) => {
  const [row] = await db.select().from(pointsGoods).where(eq(pointsGoods.id, id));
  return [row!.stock, row!.sold];
};

async function walletOf({ companyId }: Account) {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return { points: row?.points ?? 0, balance: row?.balance ?? 0 };
}

/** Of attempts at once: how many passed, and the refusals of the others. */
async function tally(attempts: Promise<unknown>[]) {
  const results = await Promise.allSettled(attempts);
  const refusals = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
  return { passed: attempts.length - refusals.length, refusals: [...new Set(refusals)] };
}

const shipped = (no: string, at = new Date()) =>
  db
    .update(pointsOrder)
    .set({ status: 'shipped', shippedAt: at, receiveBy: new Date(at.getTime() + 15 * day) })
    .where(eq(pointsOrder.no, no));

describe('redeeming', () => {
  it('gives the last piece to one of 8 at once; the others keep their points', async () => {
    const goodsId = await offer({ stock: 1 });
    const buyers = await makeBuyers(db, 8);
    for (const { companyId } of buyers) await grant(companyId, 100);
    const { passed, refusals } = await tally(buyers.map((buyer) => redeem(buyer, goodsId)));
    expect([passed, refusals.every((text) => text.startsWith('已兑完'))]).toEqual([1, true]);
    expect(await stockOf(goodsId)).toEqual([0, 1]);
    const points = await Promise.all(buyers.map(async (buyer) => (await walletOf(buyer)).points));
    expect(points.filter((one) => one === 100)).toHaveLength(7);
  });

  it('of 6 at once of 100 points from 100 lets one pass', async () => {
    const goodsId = await offer({ stock: 50 });
    const buyer = await buyerWith(100);
    const { passed, refusals } = await tally(Array.from({ length: 6 }, () => redeem(buyer, goodsId)));
    expect({ passed, refusals }).toEqual({ passed: 1, refusals: ['还差100积分'] });
    expect([await walletOf(buyer), await stockOf(goodsId)]).toEqual([{ points: 0, balance: 0 }, [49, 1]]);
  });

  it('keeps the limit of a company in a period under 6 at once', async () => {
    const goodsId = await offer({ limitCount: 2, limitPeriod: 'month' });
    const buyer = await buyerWith(1000);
    const { passed, refusals } = await tally(Array.from({ length: 6 }, () => redeem(buyer, goodsId)));
    expect({ passed, refusals }).toEqual({ passed: 2, refusals: ['每企业每月限兑2件，本月已兑2件'] });
    // What was redeemed in another month does not count.
    await db.execute(
      sql`update points_order set created_at = created_at - interval '40 days' where goods_id = ${goodsId}`,
    );
    await redeem(buyer, goodsId);
  });

  it('happens once for the same key, also at once', async () => {
    const goodsId = await offer();
    const buyer = await buyerWith(1000);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(buyer, goodsId, { key })));
    expect(new Set(answers.map(({ order }) => order.no)).size).toBe(1);
    expect((await walletOf(buyer)).points).toBe(900);
    expect((await getInfo(contextOf(db, buyer))).points).toBe(900);
  });

  it('takes the money part from the balance, or nothing at all', async () => {
    const goodsId = await offer({ money: 1_990 });
    const rich = await buyerWith(100, 5_000);
    await redeem(rich, goodsId);
    expect(await walletOf(rich)).toEqual({ points: 0, balance: 3_010 });
    const poor = await buyerWith(100, 1_989);
    await expect(redeem(poor, goodsId)).rejects.toMatchObject({ code: 422 });
    expect(await walletOf(poor)).toEqual({ points: 100, balance: 1_989 });
    expect(await stockOf(goodsId)).toEqual([9, 1]);
  });

  it('refuses another price than the one that was shown', async () => {
    const goodsId = await offer({ money: 100 });
    const buyer = await buyerWith(1000, 1000);
    for (const wish of [{ points: 99 }, { money: 0 }])
      await expect(redeem(buyer, goodsId, wish)).rejects.toMatchObject({ code: 409 });
    expect(await walletOf(buyer)).toEqual({ points: 1000, balance: 1000 });
  });

  it('refuses quantities of 0, -1, 1.5 and 101', async () => {
    const goodsId = await offer();
    const cookie = await loginAs('demo');
    for (const quantity of [0, -1, 1.5, 101]) {
      const call = request(routeOf(api.exchangePoints), {
        body: { goods_id: goodsId, quantity, points: 100 },
        cookie,
        headers: { 'idempotency-key': randomUUID() },
      });
      expect((await call).code, `${quantity}`).toBe(422);
    }
  });

  it.each([
    ['taken down', { isOn: false }, '商品已下架'],
    ['to come', { onFrom: new Date(Date.now() + day) }, '兑换尚未开始'],
    ['over', { onTo: new Date(Date.now() - 1000) }, '兑换已结束'],
    ['for others', { buyerTypes: ['clinic' as const] }, '贵企业的类型不能兑换该商品'],
  ])('refuses what is %s', async (_, values, text) => {
    const goodsId = await offer(values);
    await expect(redeem(await buyerWith(1000), goodsId)).rejects.toMatchObject({ code: 409, message: text });
  });

  it('leaves things to the owner, as a prize for a clerk may be a bribe', async () => {
    const goodsId = await offer();
    const clerk = await withMembership(db, await buyerWith(1000), { role: 'buyer' });
    await expect(redeem(clerk, goodsId)).rejects.toMatchObject({ code: 403 });
  });

  it('tells a role that may not order before it tries', async () => {
    const goodsId = await offer({ kind: 'voucher', value: 500, validDays: 30 });
    const viewer = await withMembership(db, await buyerWith(1000), { role: 'viewer' });
    const shown = await findMallGoods(contextOf(db, viewer), goodsId);
    expect(shown?.mine).toMatchObject({ can_redeem: 0, refusal_code: 'order' });
    await expect(redeem(viewer, goodsId)).rejects.toMatchObject({ code: 403 });
  });

  it('refuses an address of another company', async () => {
    const [other] = await makeBuyers(db, 1);
    const address = await findDefaultAddress(db, other!.companyId);
    const wish = { more: { address_id: address!.id } };
    await expect(redeem(await buyerWith(1000), await offer(), wish)).rejects.toMatchObject({ code: 404 });
  });

  it.each([
    ['coupon', { threshold: 10_000 }, '100.00'],
    ['voucher', {}, '0.00'],
  ] as const)('delivers a %s at once', async (kind, more, amount) => {
    const goodsId = await offer({ kind, value: 500, validDays: 30, ...more });
    const buyer = await buyerWith(1000);
    const { order, url } = await redeem(buyer, goodsId, { quantity: 2 });
    expect([order.status, url]).toEqual(['completed', kind === 'coupon' ? '/wdqb/yhq' : '/wdqb/xjq']);
    const input = {
      type: kind === 'voucher' ? ('voucher' as const) : undefined,
      status: undefined,
      page: 1,
      size: 20,
    };
    const { list } = await listHeldCoupons(contextOf(db, buyer), input);
    expect(list.map((one) => [one.value, one.amount])).toEqual(Array(2).fill(['5.00', amount]));
  });
});

describe('a chance', () => {
  const chanceOf = async (own: Parameters<typeof openedWheel>[2] = {}) => {
    const { id: wheelId } = await openedWheel(db, [prize('points', 1), prize('nothing', 1)], own);
    return { wheelId, goodsId: await offer({ kind: 'chance', wheelId }) };
  };

  it('tells its wheel, and leads to it', async () => {
    const { wheelId, goodsId } = await chanceOf({ name: '年末转盘' });
    const buyer = await buyerWith(100);
    const shown = await findMallGoods(contextOf(db, buyer), goodsId);
    expect([shown?.wheel?.id, shown?.wheel?.name, shown?.end_time]).toEqual([
      ...[wheelId, '年末转盘', shown?.wheel?.end_time],
    ]);
    const { order, url } = await redeem(buyer, goodsId);
    const detail = await getPointsOrder(contextOf(db, buyer), order);
    expect([url, detail.wheel_id]).toEqual([`/zpcj?id=${wheelId}`, wheelId]);
  });

  it.each([
    ['is over', { drawn: 2 }, '奖券已抽完'],
    ['has ended', { endsAt: new Date(Date.now() - 1000) }, '抽奖活动已结束'],
    ['has not begun', { startsAt: new Date(Date.now() + 1000_000) }, '抽奖活动还没有开始'],
  ])('of a wheel that %s is refused before it is paid', async (_, own, refusal) => {
    const { goodsId } = await chanceOf(own);
    const buyer = await buyerWith(100);
    const { list } = await listMallGoods(contextOf(db, buyer), mallGoodsInput.parse({ size: 100 }));
    expect(list.find(({ id }) => id === goodsId)?.mine).toMatchObject({ can_redeem: 0, refusal });
    await expect(redeem(buyer, goodsId)).rejects.toMatchObject({ code: 409, message: refusal });
    expect((await walletOf(buyer)).points).toBe(100);
  });
});

describe('what goes back', () => {
  it('is given back once by 4 cancels at once: points to their lots, money, pieces', async () => {
    const goodsId = await offer({ money: 300 });
    const buyer = await buyerWith(60, 1000);
    await grant(buyer.companyId, 60);
    const { order } = await redeem(buyer, goodsId);
    expect(await walletOf(buyer)).toEqual({ points: 20, balance: 700 });
    await Promise.all(
      Array.from({ length: 4 }, () => cancelPointsOrder(contextOf(db, buyer), { no: order.no })),
    );
    expect([await walletOf(buyer), await stockOf(goodsId)]).toEqual([
      { points: 120, balance: 1000 },
      [10, 0],
    ]);
    const lots = await db.select().from(pointsLot).where(eq(pointsLot.companyId, buyer.companyId));
    expect(lots.map(({ remaining }) => remaining)).toEqual([60, 60]);
    const entries = await db.select().from(walletLedger).where(eq(walletLedger.companyId, buyer.companyId));
    expect(entries.filter(({ useType }) => useType === 'mall').map(({ amount }) => amount)).toEqual([
      -300, 300,
    ]);
  });

  it('lasts 30 days more where its lot would have ended', async () => {
    const buyer = await buyerWith(100);
    const { order } = await redeem(buyer, await offer());
    const soon = new Date(Date.now() + day);
    await db.update(pointsLot).set({ expiresAt: soon }).where(eq(pointsLot.companyId, buyer.companyId));
    await cancelPointsOrder(contextOf(db, buyer), { no: order.no });
    const [lot] = await db.select().from(pointsLot).where(eq(pointsLot.companyId, buyer.companyId));
    expect(lot!.expiresAt.getTime()).toBeGreaterThanOrEqual(Date.now() + 30 * day);
  });

  it('is for the owner alone, who redeemed it', async () => {
    const buyer = await buyerWith(100);
    const { order } = await redeem(buyer, await offer());
    const clerk = { ...buyer, role: 'buyer' } as const;
    await expect(cancelPointsOrder(contextOf(db, clerk), { no: order.no })).rejects.toMatchObject({
      code: 403,
    });
  });

  it('is refused once it was shipped', async () => {
    const buyer = await buyerWith(100);
    const { order } = await redeem(buyer, await offer());
    await shipped(order.no);
    await expect(cancelPointsOrder(contextOf(db, buyer), { no: order.no })).rejects.toMatchObject({
      code: 409,
    });
  });
});

describe('orders', () => {
  it('of another company are not there', async () => {
    const buyer = await buyerWith(100);
    const { order } = await redeem(buyer, await offer());
    const [other] = await makeBuyers(db, 1);
    const theirs = contextOf(db, other!);
    const { no } = order;
    const form = { no, reason: '碎了', pictures: [1], token: randomUUID() };
    for (const act of [
      () => getPointsOrder(theirs, { no }),
      () => cancelPointsOrder(theirs, { no }),
      () => receivePointsOrder(theirs, { no }),
      () => namePrizeAddress(theirs, { no, address_id: 1 }),
      () => askPointsCase(theirs, form),
    ])
      await expect(act()).rejects.toMatchObject({ code: 404 });
    expect((await listPointsOrders(theirs, pointsOrdersInput.parse({}))).total).toBe(0);
  });

  it('complete by themselves 15 days after shipping, and not a moment before', async () => {
    const buyer = await buyerWith(100);
    const { order } = await redeem(buyer, await offer());
    const at = new Date();
    await shipped(order.no, at);
    const due = at.getTime() + 15 * day;
    await completePointsOrders(db, new Date(due - 1));
    expect((await getPointsOrder(contextOf(db, buyer), order)).status).toBe('shipped');
    await Promise.all([completePointsOrders(db, new Date(due)), completePointsOrders(db, new Date(due))]);
    const done = await getPointsOrder(contextOf(db, buyer), order);
    expect([done.status, done.completed_at]).toEqual(['completed', new Date(due).toISOString()]);
  });
});

describe('prizes', () => {
  const won = (buyer: Account, goodsId: number, drawId: number, at = new Date()) =>
    db.transaction((tx) =>
      openPrizeOrder(tx, {
        ...{ companyId: buyer.companyId, userId: buyer.userId, goodsId, name: '奖品杯', drawId, at },
        addressUntil: new Date(addressUntilOf(at.getTime())),
      }),
    );

  it('have one order a draw, which takes nothing of the stock, and go to an address of the company', async () => {
    const goodsId = await offer({ isOn: false });
    const [buyer] = await makeBuyers(db, 1);
    const nos = await Promise.all(Array.from({ length: 3 }, () => won(buyer!, goodsId, 1)));
    const no = nos[0]!;
    expect([new Set(nos).size, await stockOf(goodsId)]).toEqual([1, [10, 0]]);
    const context = contextOf(db, buyer!);
    expect((await getPointsOrder(context, { no })).actions).toEqual(['address']);
    const address = await findDefaultAddress(db, buyer!.companyId);
    const named = await namePrizeAddress(context, { no, address_id: address!.id });
    expect([named.status, named.is_prize, named.actions]).toEqual(['to_ship', 1, []]);
    // It is named as the wheel has promised it, whatever the mall calls it.
    expect(named.name).toBe('奖品杯');
    // The same again is answered as done, another address is refused.
    expect((await namePrizeAddress(context, { no, address_id: address!.id })).status).toBe('to_ship');
    const { id: _id, isDefault: _isDefault, ...rest } = address!;
    const elsewhere = { ...rest, detail: '另一条路9号', isDefault: false };
    const [moved] = await db.insert(addressTable).values(elsewhere).returning();
    await expect(namePrizeAddress(context, { no, address_id: moved!.id })).rejects.toMatchObject({
      code: 409,
      message: '收货地址已经填写，不能再改，请联系客服',
    });
  });

  it('are the owner’s to send', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const no = await won(buyer!, await offer(), 2);
    const clerk = await withMembership(db, buyer!, { role: 'receiver' });
    expect((await getPointsOrder(contextOf(db, clerk), { no })).actions).toEqual([]);
  });

  it('lapse when no address was named in time', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const at = new Date(Date.now() - 32 * day);
    const no = await won(buyer!, await offer(), 3, at);
    const context = contextOf(db, buyer!);
    // The page says so before the job has run.
    expect((await getPointsOrder(context, { no })).status).toBe('cancelled');
    const address = await findDefaultAddress(db, buyer!.companyId);
    await expect(namePrizeAddress(context, { no, address_id: address!.id })).rejects.toMatchObject({
      code: 409,
    });
    expect((await cancelUnaddressed(db, new Date())).done).toBe(1);
    expect((await cancelUnaddressed(db, new Date())).done).toBe(0);
    expect((await getPointsOrder(context, { no })).cancel_reason).toBe('30天内未填写收货地址');
  });
});

describe('what is shown', () => {
  it('tells visitors everything but their own state, and a buyer what is missing', async () => {
    const goodsId = await offer({ name: '只此一件', points: 500, limitCount: 1, limitPeriod: 'year' });
    const visitor = {
      ...contextOf(db, await buyerWith(180)),
      actor: { kind: 'visitor', account: null },
    } as const;
    const open = await findMallGoods(visitor, goodsId);
    expect([open?.mine, open?.limit_text]).toEqual([null, '每企业每年限兑1件']);
    const own = await findMallGoods(contextOf(db, await buyerWith(180)), goodsId);
    expect([own?.mine?.missing, own?.mine?.refusal]).toEqual([320, '还差320积分']);
  });

  it('narrows to what the company can redeem', async () => {
    const cheap = await offer({ name: '够得着', points: 3 });
    const dear = await offer({ name: '够不着', points: 900_000 });
    const buyer = await buyerWith(5);
    const { list } = await listMallGoods(
      contextOf(db, buyer),
      mallGoodsInput.parse({ can_redeem: 1, size: 100 }),
    );
    const ids = list.map(({ id }) => id);
    expect([ids.includes(cheap), ids.includes(dear)]).toEqual([true, false]);
    expect(isEach(list, ({ mine }) => mine?.can_redeem === 1)).toBe(true);
  });
});

it('are found by a range of points, also where it was typed the wrong way round', async () => {
  const id = await offer({ points: 77_001 });
  const buyer = await buyerWith(1);
  for (const [min_points, max_points, isFound] of [
    [77_001, 77_001, true],
    [77_000, undefined, true],
    [77_002, undefined, false],
    [undefined, 77_000, false],
    [78_000, 77_000, true],
  ] as const) {
    const asked = mallGoodsInput.parse({ min_points, max_points, size: 100 });
    const { list } = await listMallGoods(contextOf(db, buyer), asked);
    expect(list.some((goods) => goods.id === id)).toBe(isFound);
  }
});
