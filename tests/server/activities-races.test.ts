/** What activities promise when everybody comes at once (issue: own stock, limits, group-buys that fail). */
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { previewInput } from '#lib/contract/checkout.ts';
import { joinGroupBuy } from '#lib/server/activities/join.ts';
import { settleGroupBuys } from '#lib/server/activities/settle.ts';
import { openCheckout, previewOrder } from '#lib/server/cart/checkout.ts';
import type { Db } from '#lib/server/db/client.ts';
import {
  activity,
  activityGoods,
  goods,
  merchant,
  orderLine,
  order as orderTable,
  quotaUse,
  wallet,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  accountOf,
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  order,
  pay,
  place,
} from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();

const day = 24 * 3_600_000;

async function itemOf(id: number) {
  const [row] = await db.select().from(activityGoods).where(eq(activityGoods.id, id));
  return row!;
}

async function stockOf(id: number): Promise<number> {
  const [row] = await db.select({ stock: goods.stock }).from(goods).where(eq(goods.id, id));
  return row!.stock;
}

async function balanceOf(of: Account): Promise<number> {
  const [row] = await db
    .select({ balance: wallet.balance })
    .from(wallet)
    .where(eq(wallet.companyId, of.companyId));
  return row!.balance;
}

/** Pieces of a goods that were sold at a price. */
async function soldAt(goodsId: number, unitPrice: number): Promise<number> {
  const rows = await db
    .select({ pieces: orderLine.promoQuantity })
    .from(orderLine)
    .where(and(eq(orderLine.goodsId, goodsId), eq(orderLine.unitPrice, unitPrice)));
  return rows.reduce((sum, row) => sum + row.pieces, 0);
}

/** More people of the same company. */
async function colleagues(of: Account, count: number): Promise<Account[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const id = `${of.userId}-${at}`;
      await db.execute(
        sql`insert into "user" (id, name, email) values (${id}, 'x', ${`${id}@users.invalid`})`,
      );
      await db.execute(
        sql`insert into member (user_id, company_id, role) values (${id}, ${of.companyId}, 'owner')`,
      );
      return accountOf(db, id);
    }),
  );
}

describe('a flash sale', () => {
  it('with 10 pieces sells 10 of them to 50 who come at once; the others are shown the original price', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    const { itemIds } = await makeActivity(db, { kind: 'flash' }, [
      { goodsId, price: 100, stock: 10, companyLimit: 5 },
    ]);
    const buyers = await makeBuyers(db, 50);
    const carts = await Promise.all(buyers.map((one) => fillCart(db, one, [{ goodsId, number: 1 }])));
    const expected = '1.00';
    const results = await Promise.allSettled(
      buyers.map((one, at) => place(db, one, { ids: carts[at]!, expected: freightOf(expected) })),
    );
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(results.length - refused.length).toBe(10);
    for (const reason of refused) {
      expect(reason).toMatchObject({ code: 409 });
      // The fresh quote says what it costs now.
      expect(reason.data.groups[0].lines[0].price).not.toBe('1.00');
    }
    expect((await itemOf(itemIds[0]!)).sold).toBe(10);
    expect(await soldAt(goodsId, 100)).toBe(10);
    expect(await stockOf(goodsId)).toBe(990);
    const loser = results.findIndex((one) => one.status === 'rejected');
    expect((await place(db, buyers[loser]!, { ids: carts[loser]! })).orders).toHaveLength(1);
  });

  it('limits a company to 5 however many of its people order at once', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    const { id } = await makeActivity(db, { kind: 'flash' }, [{ goodsId, price: 100, companyLimit: 5 }]);
    const [buyer] = await makeBuyers(db, 1);
    const people = await colleagues(buyer!, 20);
    const carts = await Promise.all(people.map((one) => fillCart(db, one, [{ goodsId, number: 1 }])));
    const results = await Promise.allSettled(
      people.map((one, at) => place(db, one, { ids: carts[at]!, expected: freightOf('1.00') })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const [used] = await db
      .select()
      .from(quotaUse)
      .where(and(eq(quotaUse.companyId, buyer!.companyId), eq(quotaUse.scope, `activity:${id}:${goodsId}`)));
    expect(used!.used).toBe(5);
    // An order that is never paid for gives its pieces back.
    await cancelOverdue(db, new Date(Date.now() + day));
    const [after] = await db
      .select()
      .from(quotaUse)
      .where(and(eq(quotaUse.companyId, buyer!.companyId), eq(quotaUse.scope, `activity:${id}:${goodsId}`)));
    expect(after!.used).toBe(0);
  });

  it('is over when its time is: an order that was looked at before is asked again', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    await makeActivity(db, { kind: 'flash' }, [{ goodsId, price: 100 }]);
    const [buyer] = await makeBuyers(db, 1);
    const ids = await fillCart(db, buyer!, [{ goodsId, number: 1 }]);
    const late = new Date(Date.now() + 2 * day);
    const refused = await place(db, buyer!, { ids, expected: freightOf('1.00'), now: late }).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({ code: 409 });
  });
});

describe('a combination', () => {
  it('sells as many sets as its scarcest part has, to 20 who come at once', async () => {
    const [many, few] = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 9)];
    const { id } = await makeActivity(db, { kind: 'combination', config: { price: 5000 }, merchantId: 1 }, [
      { goodsId: many, role: 'part', quantity: 1 },
      { goodsId: few, role: 'part', quantity: 2 },
    ]);
    const buyers = await makeBuyers(db, 20);
    const carts = await Promise.all(
      buyers.map(async (one) => {
        const { rows } = await db.execute<{ id: number }>(
          sql`insert into cart_line (user_id, company_id, kind, activity_id, number)
            values (${one.userId}, ${one.companyId}, 'combination', ${id}, 1) returning id`,
        );
        return rows.map((row) => row.id);
      }),
    );
    const results = await Promise.allSettled(
      buyers.map((one, at) => place(db, one, { ids: carts[at]!, expected: freightOf('50.00') })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect([await stockOf(many), await stockOf(few)]).toEqual([996, 1]);
  });
});

describe('a group-buy', () => {
  interface Group {
    id: number;
    itemId: number;
    goodsId: number;
  }

  async function makeGroup(goal: number, stock = 1000): Promise<Group> {
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    const { id, itemIds } = await makeActivity(
      db,
      { kind: 'group_buy', merchantId: 1, config: { goal, minQuantity: 2 } },
      [{ goodsId, price: 300, stock }],
    );
    return { id, itemId: itemIds[0]!, goodsId };
  }

  async function join(of: Account, { id }: Group, number: number) {
    const line = await joinGroupBuy(contextOf(db, of), { id, number });
    return place(db, of, { ids: [line.id] });
  }

  it('is ordered at its own least quantity, whatever the merchant asks of a cart', async () => {
    const group = await makeGroup(100);
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    await db.update(merchant).set({ minOrderAmount: 50_000 }).where(eq(merchant.id, 1));
    try {
      const { id } = await joinGroupBuy(contextOf(db, buyer!), { id: group.id, number: 2 });
      expect((await previewOrder(contextOf(db, buyer!), previewInput.parse({ ids: [id] }))).problems).toEqual(
        [],
      );
      expect((await place(db, buyer!, { ids: [id] })).orders).toHaveLength(1);
      // What cannot be bought any more leads back to the group, not to a cart that never held it.
      const late = contextOf(db, buyer!, {}, new Date(Date.now() + 2 * day));
      const again = await joinGroupBuy(contextOf(db, buyer!), { id: group.id, number: 2 });
      expect(await openCheckout(late, String(again.id), null)).toMatchObject({
        preview: null,
        back: { link: `/list/info-pt/${group.goodsId}` },
      });
    } finally {
      await db.update(merchant).set({ minOrderAmount: 0 }).where(eq(merchant.id, 1));
    }
  });

  it('that fails gives everyone the money back once, however often it is settled', async () => {
    const group = await makeGroup(100);
    const buyers = await makeBuyers(db, 6, 1_000_000);
    const trades = await Promise.all(buyers.map((one) => join(one, group, 4)));
    await Promise.all(buyers.slice(0, 5).map((one, at) => pay(db, one, trades[at]!.trade_no)));
    const afterPaying = await balanceOf(buyers[0]!);
    expect(afterPaying).toBeLessThan(1_000_000);
    expect((await itemOf(group.itemId)).sold).toBe(24);

    // Nothing is decided while it runs, and nothing of it is shipped.
    await settleGroupBuys(db, new Date());
    await expect(shipOrder(byStaff(db), { no: trades[0]!.orders[0]!.no })).rejects.toThrow('成团后才能发货');
    expect(await balanceOf(buyers[0]!)).toBe(afterPaying);

    const late = new Date(Date.now() + 2 * day);
    await Promise.all(Array.from({ length: 5 }, () => settleGroupBuys(db, late)));
    await settleGroupBuys(db, late);
    for (const [at, one] of buyers.entries()) {
      expect(await balanceOf(one), `buyer ${at}`).toBe(1_000_000);
      const back = await db
        .select()
        .from(walletLedger)
        .where(and(eq(walletLedger.companyId, one.companyId), eq(walletLedger.useType, 'refund')));
      expect(back).toHaveLength(at < 5 ? 1 : 0);
      const [row] = await db.select().from(orderTable).where(eq(orderTable.no, trades[at]!.orders[0]!.no));
      expect(row!.status).toBe(at < 5 ? 'closed' : 'cancelled');
    }
    const [settled] = await db.select().from(activity).where(eq(activity.id, group.id));
    expect(settled!.settledAt).not.toBeNull();
    expect(settled!.config).toMatchObject({ outcome: 'failed' });
    expect(await stockOf(group.goodsId)).toBe(1000);
    expect((await itemOf(group.itemId)).sold).toBe(0);
  });

  it('that reaches its goal is settled at once, its orders are shipped, and nobody is refunded', async () => {
    const group = await makeGroup(10);
    const buyers = await makeBuyers(db, 3, 1_000_000);
    const trades = await Promise.all(buyers.map((one) => join(one, group, 4)));
    for (const [at, one] of buyers.entries()) await pay(db, one, trades[at]!.trade_no);
    await Promise.all([settleGroupBuys(db, new Date()), settleGroupBuys(db, new Date())]);
    const [settled] = await db.select().from(activity).where(eq(activity.id, group.id));
    expect(settled!.config).toMatchObject({ outcome: 'reached' });
    await settleGroupBuys(db, new Date(Date.now() + 2 * day));
    expect(await balanceOf(buyers[0]!)).toBeLessThan(1_000_000);
    expect((await shipOrder(byStaff(db), { no: trades[0]!.orders[0]!.no })).isComplete).toBe(true);
  });

  it('waits with its end for whoever may still pay', async () => {
    const group = await makeGroup(8);
    const [first, second] = await makeBuyers(db, 2, 1_000_000);
    const trades = [await join(first!, group, 4), await join(second!, group, 4)];
    await pay(db, first!, trades[0]!.trade_no);
    await db
      .update(activity)
      .set({ endsAt: new Date(Date.now() - 120_000) })
      .where(eq(activity.id, group.id));
    await settleGroupBuys(db, new Date());
    const open = await db.select().from(activity).where(eq(activity.id, group.id));
    expect(open[0]!.settledAt).toBeNull();
    await pay(db, second!, trades[1]!.trade_no);
    await settleGroupBuys(db, new Date());
    const reached = await db.select().from(activity).where(eq(activity.id, group.id));
    expect(reached[0]!.config).toMatchObject({ outcome: 'reached' });
  });

  it('is not settled as reached over pieces that are cancelled at that moment', async () => {
    const [paying, cancelling] = await makeBuyers(db, 2, 1_000_000);
    const group = await makeGroup(200);
    const paid = await join(paying!, group, 100);
    await pay(db, paying!, paid.trade_no);
    const open = await join(cancelling!, group, 100);
    // What settles has read how much is sold, and is held before it reads the orders.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('lock table order_line in access exclusive mode');
    const waiting = async (amount: number) => {
      const { rows } = await pool.query(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].n >= amount;
    };
    const settling = settleGroupBuys(db, new Date());
    await until('it is held', () => waiting(1));
    const ended = cancelMyOrder(contextOf(db, cancelling!), { no: open.orders[0]!.no });
    await until('the cancel waits too', () => waiting(2));
    await holder.query('rollback');
    holder.release();
    await Promise.all([settling, ended]);
    const [row] = await db.select().from(activity).where(eq(activity.id, group.id));
    expect(row!.settledAt).toBeNull();
    expect((await itemOf(group.itemId)).sold).toBe(100);
  });

  it('never sells more than it has to 20 who join at once', async () => {
    const group = await makeGroup(10, 10);
    const buyers = await makeBuyers(db, 20);
    const lines = await Promise.all(
      buyers.map((one) => joinGroupBuy(contextOf(db, one), { id: group.id, number: 2 })),
    );
    const results = await Promise.allSettled(
      buyers.map((one, at) => place(db, one, { ids: [lines[at]!.id], expected: freightOf('6.00') })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect((await itemOf(group.itemId)).sold).toBe(10);
  });

  it('is ordered alone, by whoever joined, in its own numbers', async () => {
    const group = await makeGroup(10);
    const [buyer, stranger] = await makeBuyers(db, 2);
    const line = await joinGroupBuy(contextOf(db, buyer!), { id: group.id, number: 2 });
    const again = await joinGroupBuy(contextOf(db, buyer!), { id: group.id, number: 6 });
    expect(again.id).toBe(line.id);
    const plain = await fillCart(db, buyer!, [{ goodsId: await makeGoods(db, goodsPlain, 100), number: 1 }]);
    const mixed = await place(db, buyer!, { ids: [line.id, ...plain] }).catch((error) => error);
    expect(mixed).toMatchObject({ code: 422 });
    const theirs = await place(db, stranger!, { ids: [line.id], expected: '1.00' }).catch((error) => error);
    expect(theirs).toMatchObject({ code: 404 });
    const tooFew = await joinGroupBuy(contextOf(db, buyer!), { id: group.id, number: 1 }).catch((e) => e);
    expect(tooFew).toMatchObject({ code: 422 });
    const unknown = await joinGroupBuy(contextOf(db, buyer!), { id: 999_999, number: 2 }).catch((e) => e);
    expect(unknown).toMatchObject({ code: 404 });
    const over = await joinGroupBuy(contextOf(db, buyer!, {}, new Date(Date.now() + 2 * day)), {
      id: group.id,
      number: 2,
    }).catch((error) => error);
    expect(over).toMatchObject({ code: 411 });
  });
});

/** What an order of the house costs whose goods cost this much: freight of the house for 武汉 comes on top. */
function freightOf(goodsAmount: string): string {
  return (Number(goodsAmount) + freight).toFixed(2);
}
const freight = await houseFreight(db);

async function houseFreight(of: Db): Promise<number> {
  const [buyer] = await makeBuyers(of, 1);
  const goodsId = await makeGoods(of, goodsPlain, 10);
  const placed = await order(of, buyer!, [{ goodsId, number: 1 }]);
  const [row] = await of.select().from(orderTable).where(eq(orderTable.no, placed.orders[0]!.no));
  return row!.shippingAmount / 100;
}
