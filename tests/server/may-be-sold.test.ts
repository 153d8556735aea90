/** Nothing that may not be sold gets through: at adding, ordering, approving, paying and shipping. */
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { goodsExpiredLot, goodsPlain } from '#demo/seed/known.ts';
import { cartListInput } from '#lib/contract/cart/inputs.ts';
import { AppError } from '#lib/contract/errors.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { addToCart } from '#lib/server/cart/add.ts';
import { listCart } from '#lib/server/cart/list.ts';
import type { Context } from '#lib/server/core/context.ts';
import {
  activity,
  activityGoods,
  goods,
  member,
  message,
  orderLine,
  order as orderTable,
  payment,
  refund,
  wallet,
} from '#lib/server/db/schema.ts';
import { ask } from '#lib/server/fast/prepared.ts';
import { listGoods } from '#lib/server/goods/list.ts';
import { takenPart, takenValues, takeStock } from '#lib/server/goods/stock-rows.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { approveOrder } from '#lib/server/orders/approve.ts';
import { applyNotice } from '#lib/server/paying/notify.ts';
import { type Account, findAccount } from '#lib/server/people/account-rows.ts';
import { decide, readCounterOrder } from '#lib/server/ports/payments/counter.ts';
import { findProvider } from '#lib/server/ports/payments/providers.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, fillCart, makeBuyers, makeGoods, order, pay, place } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { givePapers, makeThing, spoils, type Thing } from '#tests/support/spoil.ts';

const { db } = await testDatabase();
await openCounter();
const day = 86_400_000;
const money = 10_000_000;
const pieces = 10;

interface Case {
  thing: Thing;
  buyer: Account;
  /** The buyer as the next request knows it. */
  again: () => Promise<Account>;
}

async function makeCase(): Promise<Case> {
  const thing = await makeThing(db, 100);
  const [made] = await makeBuyers(db, 1, money);
  const buyer = await givePapers(db, made!);
  return { thing, buyer, again: async () => (await findAccount(db, buyer.userId))! };
}

async function stockOf({ goodsId }: Thing): Promise<number> {
  const [row] = await db.select().from(goods).where(eq(goods.id, goodsId));
  return row!.stock;
}

async function orderOf(no: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!;
}

async function balanceOf({ companyId }: Account): Promise<number> {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return row!.balance;
}

async function isSent({ companyId }: Account, no: string, says: string): Promise<boolean> {
  const rows = await db.select().from(message).where(eq(message.companyId, companyId));
  return rows.some(({ body }) => body.includes(no) && body.includes(says));
}

describe.each(Object.entries(spoils))('%s', (name, { spoil, says }) => {
  test('is not added', async () => {
    const { thing, buyer, again } = await makeCase();
    await spoil(db, thing, buyer);
    const lines = [{ goods_id: thing.goodsId, type: 0 as const, number: pieces }];
    const error = await refusalOf(addToCart(contextOf(db, await again()), { lines }));
    expect(error).toMatchObject({ code: 411, message: expect.stringContaining(says) });
  });

  test('is not ordered, by whoever has it in the cart', async () => {
    const { thing, buyer, again } = await makeCase();
    const ids = await fillCart(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    await spoil(db, thing, buyer);
    const error = await refusalOf(place(db, await again(), { ids }));
    expect(error).toMatchObject({ code: 409, message: expect.stringContaining(says) });
    expect(await stockOf(thing)).toBe(100);
  });

  test('is not approved: the order is cancelled, gives back what it held, and the buyer is told', async () => {
    const { thing, buyer } = await makeCase();
    await db.update(member).set({ orderLimit: 1 }).where(eq(member.userId, buyer.userId));
    const limited = { ...buyer, orderLimit: 1 };
    const made = await order(db, limited, [{ goodsId: thing.goodsId, number: pieces }]);
    const no = made.orders[0]!.no;
    expect((await orderOf(no)).status).toBe('to_approve');
    await spoil(db, thing, buyer);
    const error = await refusalOf(approveOrder(byStaff(db), { no }));
    expect(error.message).toContain(says);
    expect((await orderOf(no)).status).toBe('cancelled');
    expect(await stockOf(thing)).toBe(100);
    expect(await isSent(buyer, no, says)).toBe(true);
  });

  test('is not paid: the order is cancelled, gives back what it held, and the buyer is told', async () => {
    const { thing, buyer, again } = await makeCase();
    const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    const no = made.orders[0]!.no;
    await spoil(db, thing, buyer);
    const error = await refusalOf(pay(db, await again(), made.trade_no));
    expect(error).toMatchObject({ code: 409, message: expect.stringContaining(says) });
    expect((await orderOf(no)).status).toBe('cancelled');
    expect(await stockOf(thing)).toBe(100);
    expect(await balanceOf(buyer)).toBe(money);
    expect(await isSent(buyer, no, says)).toBe(true);
  });

  test('is not paid by money that was on its way: it goes back by the way it came', async () => {
    const { thing, buyer } = await makeCase();
    const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    const no = made.orders[0]!.no;
    const begun = await pay(db, buyer, made.trade_no, 'sandbox');
    const values = Object.fromEntries(new URL(begun.redirect!, 'http://shop.test').searchParams);
    await decide(db, readCounterOrder(values, new Date())!, 'late', new Date());
    await spoil(db, thing, buyer);
    await arrive(begun.pay_no);
    expect((await orderOf(no)).status).toBe('cancelled');
    expect(await stockOf(thing)).toBe(100);
    const [given] = await db.select().from(refund).where(eq(refund.payNo, begun.pay_no));
    const [paid] = await db.select().from(payment).where(eq(payment.no, begun.pay_no));
    expect(given).toMatchObject({ provider: 'sandbox', amount: paid!.amount, status: 'done' });
    expect(paid!.status).toBe('refunded');
    expect(given!.reason).toContain(says);
    await arrive(begun.pay_no);
    expect(await db.$count(refund, eq(refund.payNo, begun.pay_no))).toBe(1);
  });

  test('is not shipped: the order is refunded, and the buyer and the desk are told', async () => {
    const { thing, buyer } = await makeCase();
    const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
    const no = made.orders[0]!.no;
    await pay(db, buyer, made.trade_no);
    await spoil(db, thing, buyer);
    const error = await refusalOf(shipOrder(byStaff(db), { no }));
    expect(error.message).toContain(says);
    expect(error.message).toContain('退款');
    expect((await orderOf(no)).status).toBe('closed');
    expect(await balanceOf(buyer)).toBe(money);
    // The clerk has looked at the lots: what lies there of one beyond its day is not for sale.
    expect(await stockOf(thing)).toBe(name === 'a lot beyond its date' ? 0 : 100);
    expect(await isSent(buyer, no, says)).toBe(true);
    await refusalOf(shipOrder(byStaff(db), { no }));
    expect(await balanceOf(buyer)).toBe(money);
  });
});

/** The payment house reports what the buyer has paid there. */
async function arrive(payNo: string): Promise<void> {
  const [row] = await db.select().from(payment).where(eq(payment.no, payNo));
  const notice = { payNo, providerNo: `SB${payNo.slice(1)}`, amount: row!.amount, reason: '' };
  await applyNotice(db, findProvider('sandbox')!, { ...notice, outcome: 'paid' }, new Date(), 'test');
}

describe('the claim itself', () => {
  test.each<[string, Partial<typeof goods.$inferInsert>, number]>([
    ['a passed lot', { expiresOn: dayKey(Date.now() - day) }, 0],
    ['a lot on its last day', { expiresOn: dayKey(Date.now()) }, 1],
    ['an unknown lot', { expiresOn: null }, 0],
    ['goods taken down', { isOnShelf: false }, 0],
    ['goods under control without a grant', { isControlled: true }, 0],
    ['as much as there is', { stock: 1 }, 1],
    ['more than there is', { stock: 0 }, 0],
  ])('%s', async (_name, change, taken) => {
    const taker = { companyId: 1, now: new Date() };
    const make = () => makeGoods(db, goodsPlain, 100, change);
    const request = { goodsId: await make(), quantity: 1 };
    expect(await db.transaction((tx) => takeStock(tx, [request], taker))).toHaveLength(taken);
    // As an order takes it, with all that it writes.
    const other = { goodsId: await make(), quantity: 1 };
    const { rows } = await db.transaction((tx) =>
      ask(
        tx,
        'taken alone',
        () => sql`with ${takenPart()} select id from taken`,
        takenValues([other], taker),
      ),
    );
    expect(rows).toHaveLength(taken);
    const left = await db.select({ stock: goods.stock }).from(goods).where(eq(goods.id, other.goodsId));
    expect(left).toEqual([{ stock: (change.stock ?? 100) - taken }]);
  });
});

test('an order that was read before the lot was taken down is refused with the reason', async () => {
  const { thing, buyer } = await makeCase();
  const ids = await fillCart(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
  // The request began in the last second of the lot's last day; the claim is made in it too.
  const now = new Date(`${dayKey(Date.now())}T23:59:59+08:00`);
  await db
    .update(goods)
    .set({ expiresOn: dayKey(now.getTime()) })
    .where(eq(goods.id, thing.goodsId));
  await expect(place(db, buyer, { ids, now: new Date(now.getTime() + 1000) })).rejects.toMatchObject({
    code: 409,
  });
  await expect(place(db, buyer, { ids, now })).resolves.toMatchObject({ orders: [{ status: 10 }] });
});

test('goods whose lot has passed say 已下架 and stand in no list', async () => {
  const [buyer] = await makeBuyers(db, 1);
  const visitor = contextOf(db, buyer!) as unknown as Context<'all'>;
  const [offer] = await listOffers(visitor, { ids: [goodsExpiredLot] });
  expect(offer).toMatchObject({
    is_buy: 0,
    buy_state: { code: 'off_shelf', text: '已下架', action: '看同品' },
  });
  expect(offer).not.toHaveProperty('price');
  const { list } = await listGoods(visitor, goodsListInput.parse({ keywords: '金莲花片', size: 100 }));
  expect(list.length).toBeGreaterThan(0);
  expect(list.map(({ id }) => id)).not.toContain(goodsExpiredLot);
});

test('of a trade only what was priced together falls, the rest is shipped or can be paid', async () => {
  const { thing, buyer } = await makeCase();
  const other = await makeThing(db, 100);
  const wants = [thing, other].map(({ goodsId }) => ({ goodsId, number: pieces }));
  const unpaid = await order(db, buyer, wants);
  await db.update(goods).set({ isOnShelf: false }).where(eq(goods.id, thing.goodsId));
  const error = await refusalOf(pay(db, buyer, unpaid.trade_no));
  expect(error.message).toContain('其余订单请重新支付');
  const states = await Promise.all(unpaid.orders.map(async ({ no }) => (await orderOf(no)).status));
  expect(states.sort()).toEqual(['cancelled', 'to_pay']);
  expect((await pay(db, buyer, unpaid.trade_no)).status).toBe('paid');
  expect(await stockOf(thing)).toBe(100);
  expect(await stockOf(other)).toBe(100 - pieces);
});

test('of a paid order the line that may not go is refunded, the rest goes out', async () => {
  const { thing, buyer } = await makeCase();
  const second = await makeGoods(db, goodsPlain, 100, { merchantId: thing.merchantId, warehouseId: 1 });
  const wants = [thing.goodsId, second].map((goodsId) => ({ goodsId, number: pieces }));
  const made = await order(db, buyer, wants);
  expect(made.orders).toHaveLength(1);
  const { no } = made.orders[0]!;
  await pay(db, buyer, made.trade_no);
  await db
    .update(goods)
    .set({ expiresOn: dayKey(Date.now() - day) })
    .where(eq(goods.id, thing.goodsId));
  const shipped = await shipOrder(byStaff(db), { no });
  expect(shipped.lots).toHaveLength(1);
  expect(shipped.refunded).toContain('有效期');
  expect((await orderOf(no)).status).toBe('to_receive');
  const lines = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
  const [off, sent] = lines.toSorted((a, b) => a.shippedQuantity - b.shippedQuantity);
  expect(off).toMatchObject({ goodsId: thing.goodsId, refundedQuantity: pieces, shippedQuantity: 0 });
  expect(sent).toMatchObject({ goodsId: second, refundedQuantity: 0, shippedQuantity: pieces });
  expect(off!.refundedAmount).toBe(off!.paid);
  expect(await balanceOf(buyer)).toBe(money - (await orderOf(no)).payAmount + off!.paid);
});

test('a gift whose lot has passed stays behind, what earned it goes out', async () => {
  const { thing, buyer } = await makeCase();
  const gift = await makeGoods(db, goodsPlain, 50, { merchantId: thing.merchantId, warehouseId: 1 });
  const [made] = await db
    .insert(activity)
    .values({
      kind: 'gift',
      merchantId: thing.merchantId,
      name: '满赠',
      startsAt: new Date(Date.now() - day),
      endsAt: new Date(Date.now() + day),
      config: { threshold: { unit: 'quantity', quantity: 5 }, isRepeated: false },
    })
    .returning({ id: activity.id });
  const items = { activityId: made!.id };
  await db.insert(activityGoods).values([
    { ...items, goodsId: thing.goodsId, role: 'subject' },
    { ...items, goodsId: gift, role: 'gift', stock: 10, quantity: 2 },
  ]);
  const placed = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
  const { no } = placed.orders[0]!;
  await pay(db, buyer, placed.trade_no);
  const stockOfGift = () => stockOf({ ...thing, goodsId: gift });
  expect(await stockOfGift()).toBe(48);
  await db
    .update(goods)
    .set({ expiresOn: dayKey(Date.now() - day) })
    .where(eq(goods.id, gift));
  const shipped = await shipOrder(byStaff(db), { no });
  expect(shipped.lots).toHaveLength(1);
  expect(shipped.refunded).toContain('赠品不再发出');
  expect((await orderOf(no)).status).toBe('to_receive');
  // Given back, and not for sale: its lot is beyond its day.
  expect(await stockOfGift()).toBe(0);
  const [item] = await db
    .select()
    .from(activityGoods)
    .where(and(eq(activityGoods.activityId, made!.id), eq(activityGoods.role, 'gift')));
  expect(item!.sold).toBe(0);
});

test('what nobody has entered a lot for waits: it is neither shipped nor refunded', async () => {
  const { thing, buyer } = await makeCase();
  const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
  const { no } = made.orders[0]!;
  await pay(db, buyer, made.trade_no);
  const lot = { lotNo: '', producedOn: null, expiresOn: null };
  await db.update(goods).set(lot).where(eq(goods.id, thing.goodsId));
  expect((await refusalOf(shipOrder(byStaff(db), { no }))).message).toContain('登记后才能发货');
  expect((await orderOf(no)).status).toBe('to_ship');
});

test('two who ship at once what may not go refund it once', async () => {
  const { thing, buyer } = await makeCase();
  const made = await order(db, buyer, [{ goodsId: thing.goodsId, number: pieces }]);
  const { no } = made.orders[0]!;
  await pay(db, buyer, made.trade_no);
  await db.update(goods).set({ isOnShelf: false }).where(eq(goods.id, thing.goodsId));
  await Promise.all([1, 2, 3].map(() => refusalOf(shipOrder(byStaff(db), { no }))));
  expect(await balanceOf(buyer)).toBe(money);
  expect(await stockOf(thing)).toBe(100);
});

describe('near its end a lot stands in the near-expiry warehouse', () => {
  test('a line that was added as of warehouse 1 is found, ordered and shipped', async () => {
    const { thing, buyer } = await makeCase();
    const context = contextOf(db, buyer);
    const line = { goods_id: thing.goodsId, ck_id: 1, type: 0 as const, number: pieces };
    await addToCart(context, { lines: [line] });
    await db
      .update(goods)
      .set({ expiresOn: dayKey(Date.now() + 90 * day) })
      .where(eq(goods.id, thing.goodsId));
    // The page that was open still says 1, a new one says 3; both mean the line that is there.
    await addToCart(context, { lines: [line] });
    await addToCart(context, { lines: [{ ...line, ck_id: 3 }] });
    await expect(addToCart(context, { lines: [{ ...line, ck_id: 2 }] })).rejects.toBeInstanceOf(AppError);
    const cart = await listCart(context, cartListInput.parse({}));
    const lines = cart.data.filter((one) => one.goods?.id === thing.goodsId);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ number: 3 * pieces, goods: { ck_id: 3, is_jxq: 1 } });
    const made = await place(db, buyer, { ids: [lines[0]!.id] });
    expect((await orderOf(made.orders[0]!.no)).warehouseId).toBe(3);
    await pay(db, buyer, made.trade_no);
    expect((await shipOrder(byStaff(db), { no: made.orders[0]!.no })).isComplete).toBe(true);
  });
});
