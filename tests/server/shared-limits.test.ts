/** Limits and stock of a goods are one, however it is bought: by itself, in a set, added on or as a gift. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { activityGoods, cartLine, goods, member, order, orderLine, quotaUse } from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, makeBuyers, makeGoods, place } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';

const { db } = await testDatabase();

type Line = Pick<typeof cartLine.$inferInsert, 'goodsId' | 'activityId' | 'number' | 'kind'>;

/** Puts lines of any type into a cart, past the checks of adding; answers their ids. */
async function put(of: Account, lines: readonly Line[]): Promise<number[]> {
  const rows = await db
    .insert(cartLine)
    .values(lines.map((line) => ({ ...line, userId: of.userId, companyId: of.companyId })))
    .returning({ id: cartLine.id });
  return rows.map((row) => row.id);
}

async function merchantOf(goodsId: number): Promise<number> {
  const [row] = await db.select().from(goods).where(eq(goods.id, goodsId));
  return row!.merchantId;
}

async function usedOf(of: Account): Promise<Record<string, number>> {
  const rows = await db.select().from(quotaUse).where(eq(quotaUse.companyId, of.companyId));
  return Object.fromEntries(rows.map((row) => [row.scope, row.used]));
}

/** An add-on activity of `goodsId` that offers `addOnId` for one fen. */
async function makeAddOn(goodsId: number, addOnId: number, companyLimit = 0): Promise<number> {
  const config = { threshold: { unit: 'quantity', quantity: 1 } };
  const { id } = await makeActivity(db, { kind: 'add_on', merchantId: await merchantOf(goodsId), config }, [
    { goodsId },
    { goodsId: addOnId, role: 'add_on', price: 1, companyLimit, stock: 100 },
  ]);
  return id;
}

/** An activity that gives a piece of `giftId` for every ten of `goodsId`. */
async function makeGift(goodsId: number, giftId: number): Promise<void> {
  const config = { threshold: { unit: 'quantity', quantity: 10 }, isRepeated: true };
  await makeActivity(db, { kind: 'gift', merchantId: await merchantOf(goodsId), config }, [
    { goodsId },
    { goodsId: giftId, role: 'gift', quantity: 1, stock: 50 },
  ]);
}

async function giftsOf({ trade_no }: { trade_no: string }): Promise<number> {
  const rows = await db
    .select({ quantity: orderLine.quantity })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .where(and(eq(order.tradeNo, trade_no), eq(orderLine.kind, 'gift')));
  return rows.reduce((sum, row) => sum + row.quantity, 0);
}

async function makeBuyer(): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1, 10_000_000);
  return buyer!;
}

describe('a hard limit', () => {
  it('counts the pieces of sets', async () => {
    const buyer = await makeBuyer();
    const limited = await makeGoods(db, goodsPlain, 1000, { limitQuantity: 10 });
    const other = await makeGoods(db, goodsPlain, 1000);
    const { id: set } = await makeActivity(
      db,
      {
        kind: 'combination',
        merchantId: await merchantOf(limited),
        config: { price: 100, limitQuantity: 0 },
      },
      [
        { goodsId: limited, role: 'part', quantity: 2 },
        { goodsId: other, role: 'part', quantity: 2 },
      ],
    );
    const beside = { goodsId: other, number: 300 };
    const both = await put(buyer, [
      { goodsId: limited, number: 10 },
      { kind: 'combination', activityId: set, number: 1 },
      beside,
    ]);
    expect(await refusalOf(place(db, buyer, { ids: both }))).toMatchObject({
      code: 409,
      message: '组合中有商品已达限购总数10，可选购其他商家的同品',
    });
    const [alone, sets, rest] = both;
    const placed = await place(db, buyer, { ids: [sets!, rest!] });
    expect(await usedOf(buyer)).toEqual({ [`all:${limited}`]: 2 });
    expect(await refusalOf(place(db, buyer, { ids: [alone!] }))).toMatchObject({ code: 409 });
    for (const { no } of placed.orders) await cancelMyOrder(contextOf(db, buyer), { no });
    expect(await usedOf(buyer)).toEqual({ [`all:${limited}`]: 0 });
  });

  it('counts pieces added on, by day and week too', async () => {
    const buyer = await makeBuyer();
    const bought = await makeGoods(db, goodsPlain, 1000);
    const limited = await makeGoods(db, goodsPlain, 1000, { dayLimit: 3, weekLimit: 5 });
    const activityId = await makeAddOn(bought, limited);
    const ask = async (number: number) =>
      place(db, buyer, {
        ids: await put(buyer, [
          { goodsId: bought, number: 100 },
          { kind: 'add_on', goodsId: limited, activityId, number },
        ]),
      });
    await ask(2);
    expect(Object.values(await usedOf(buyer))).toEqual([2, 2]);
    await db.delete(cartLine).where(eq(cartLine.companyId, buyer.companyId));
    expect(await refusalOf(ask(2))).toMatchObject({
      code: 409,
      message: expect.stringContaining('每日限购3'),
    });
  });

  it('holds when a set and single pieces are ordered at once', async () => {
    const buyer = await makeBuyer();
    const limited = await makeGoods(db, goodsPlain, 1000, { limitQuantity: 10 });
    const other = await makeGoods(db, goodsPlain, 1000);
    const { id: set } = await makeActivity(
      db,
      {
        kind: 'combination',
        merchantId: await merchantOf(limited),
        config: { price: 100, limitQuantity: 0 },
      },
      [
        { goodsId: limited, role: 'part', quantity: 8 },
        { goodsId: other, role: 'part', quantity: 1 },
      ],
    );
    const lines = await put(buyer, [
      { kind: 'combination', activityId: set, number: 1 },
      { goodsId: limited, number: 8 },
      { goodsId: other, number: 300 },
      { goodsId: await makeGoods(db, goodsPlain, 1000), number: 300 },
    ]);
    const [sets, single, one, two] = lines as [number, number, number, number];
    const results = await Promise.allSettled([
      place(db, buyer, { ids: [sets, one] }),
      place(db, buyer, { ids: [single, two] }),
    ]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await usedOf(buyer)).toEqual({ [`all:${limited}`]: 8 });
  });
});

describe('the stock', () => {
  it('of a goods that is its own gift goes to the pieces bought first', async () => {
    const buyer = await makeBuyer();
    const own = await makeGoods(db, goodsPlain, 100);
    await makeGift(own, own);
    const ids = await put(buyer, [{ goodsId: own, number: 95 }]);
    expect(await giftsOf(await place(db, buyer, { ids }))).toBe(5);
    const all = await makeGoods(db, goodsPlain, 100);
    await makeGift(all, all);
    const placed = await place(db, buyer, { ids: await put(buyer, [{ goodsId: all, number: 100 }]) });
    expect(await giftsOf(placed)).toBe(0);
  });

  it('of a gift is shared by the activities that give it', async () => {
    const buyer = await makeBuyer();
    const gift = await makeGoods(db, goodsPlain, 11);
    const [one, two] = [await makeGoods(db, goodsPlain, 100), await makeGoods(db, goodsPlain, 100)];
    await makeGift(one, gift);
    await makeGift(two, gift);
    const ids = await put(buyer, [
      { goodsId: one, number: 100 },
      { goodsId: two, number: 100 },
    ]);
    expect(await giftsOf(await place(db, buyer, { ids }))).toBe(11);
  });

  it('of an add-on is what the other lines of its goods leave', async () => {
    const buyer = await makeBuyer();
    const bought = await makeGoods(db, goodsPlain, 1000);
    const scarce = await makeGoods(db, goodsPlain, 10);
    const activityId = await makeAddOn(bought, scarce);
    const [main, beside, addOn] = await put(buyer, [
      { goodsId: bought, number: 100 },
      { goodsId: scarce, number: 9 },
      { kind: 'add_on', goodsId: scarce, activityId, number: 2 },
    ]);
    expect(await refusalOf(place(db, buyer, { ids: [main!, beside!, addOn!] }))).toMatchObject({
      code: 409,
      message: '库存仅剩1盒，请减少数量',
    });
    await db.update(cartLine).set({ number: 8 }).where(eq(cartLine.id, beside!));
    expect((await place(db, buyer, { ids: [main!, beside!, addOn!] })).orders.length).toBeGreaterThan(0);
  });
});

describe('the limit of an add-on', () => {
  async function wants(buyer: Account, number: number, [bought, addOn, activityId]: number[]) {
    return put(buyer, [
      { goodsId: bought!, number: 100 },
      { kind: 'add_on', goodsId: addOn!, activityId: activityId!, number },
    ]);
  }

  it('is a company’s, over all its orders, and comes back with a cancelled one', async () => {
    const [buyer, other] = [await makeBuyer(), await makeBuyer()];
    const bought = await makeGoods(db, goodsPlain, 1000);
    const addOn = await makeGoods(db, goodsPlain, 1000);
    const activityId = await makeAddOn(bought, addOn, 2);
    const all = [bought, addOn, activityId];
    const first = await place(db, buyer, { ids: await wants(buyer, 2, all) });
    const ids = await wants(buyer, 1, all);
    expect(await refusalOf(place(db, buyer, { ids }))).toMatchObject({
      code: 409,
      message: expect.stringContaining('每家限换购2'),
    });
    await place(db, other, { ids: await wants(other, 2, all) });
    for (const { no } of first.orders) await cancelMyOrder(contextOf(db, buyer), { no });
    await place(db, buyer, { ids });
    expect(await usedOf(buyer)).toEqual({ [`activity:${activityId}:${addOn}`]: 1 });
  });

  it('holds for one company’s orders that come at once', async () => {
    const buyer = await makeBuyer();
    const addOn = await makeGoods(db, goodsPlain, 1000);
    const [one, two] = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 1000)];
    const activityId = await makeAddOn(one, addOn, 2);
    await db.insert(activityGoods).values({ activityId, goodsId: two });
    const [colleague] = await makeBuyers(db, 1, 0);
    await db.update(member).set({ companyId: buyer.companyId }).where(eq(member.userId, colleague!.userId));
    const people = [buyer, await accountOf(db, colleague!.userId)] as const;
    const carts = [
      await wants(people[0], 2, [one, addOn, activityId]),
      await wants(people[1], 2, [two, addOn, activityId]),
    ] as const;
    const results = await Promise.allSettled(people.map((who, i) => place(db, who, { ids: carts[i]! })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await usedOf(buyer)).toEqual({ [`activity:${activityId}:${addOn}`]: 2 });
  });
});
