/** Rebate and cashback that were paid go back with the goods: from the balance, else out of the refund, and once. */
import { and, eq, inArray, like, or } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { goodsRebate } from '#demo/seed/known.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { cartLine, message, order, orderLine, refund, wallet, walletLedger } from '#lib/server/db/schema.ts';
import { creditPromises } from '#lib/server/orders/due.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await openCounter();
await payFreely(db);
const goodsId = await makeGoods(db, goodsRebate, 100_000, { rebate: 30, withCoupon: false });
const pieces = 3000;

/** An order that the counter was paid for, but for `fromBalance` fen, received, with its promises paid. */
async function credited(fromBalance: number) {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  const { userId, companyId } = buyer!;
  const [row] = await db
    .insert(cartLine)
    .values({ userId, companyId, goodsId, number: pieces, kind: 'normal' })
    .returning({ id: cartLine.id });
  const trade = await place(db, buyer!, { ids: [row!.id] });
  const no = trade.orders[0]!.no;
  const part = fromBalance === 0 ? undefined : formatYuan(fromBalance);
  const begun = await pay(db, buyer!, trade.trade_no, 'sandbox', new Date(), part);
  await press(db, begun.redirect, 'silent');
  await sendNotice(noticeOf(begun.pay_no, parseYuan(trade.pay_amount) - fromBalance));
  await shipOrder(byStaff(db), { no });
  await receiveOrder(byStaff(db), { no });
  await creditPromises(db, new Date(Date.now() + orderLimits.afterSale + 3_600_000));
  const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
  return { no, companyId, lineId: line!.id, promised: await promisedOf(companyId, no) };
}

const balanceOf = async (companyId: number) =>
  (await db.select().from(wallet).where(eq(wallet.companyId, companyId)))[0]!.balance;

/** What its promises have brought the company by now. */
async function promisedOf(companyId: number, no: string): Promise<number> {
  const rows = await db
    .select()
    .from(walletLedger)
    .where(
      and(
        eq(walletLedger.companyId, companyId),
        inArray(walletLedger.useType, ['rebate', 'cashback']),
        or(eq(walletLedger.ref, no), like(walletLedger.ref, `R${no}-%`)),
      ),
    );
  return rows.reduce((sum, row) => sum + row.amount, 0);
}

/** Leaves so much on the balance. */
async function leave(companyId: number, fen: number) {
  const amount = fen - (await balanceOf(companyId));
  const entry = { companyId, useType: 'adjust', ref: crypto.randomUUID(), note: '试' } as const;
  await db.transaction((tx) => postEntry(tx, { ...entry, amount }));
}

it.each([
  ['a balance that holds it', 0, 10_000_000],
  ['no balance', 0, 0],
  ['a balance that holds some of it', 0, 7_777],
  ['what comes back to the balance anyway', 200_001, 0],
])('are taken back with a third and then the rest, from %s', async (_, fromBalance, left) => {
  const { no, companyId, lineId, promised } = await credited(fromBalance);
  expect(promised).toBeGreaterThan(90_000);
  await leave(companyId, left);
  const before = await balanceOf(companyId);
  let kept = promised;
  for (const quantity of [pieces / 3, (pieces * 2) / 3]) {
    const refundable = (await db.select().from(order).where(eq(order.no, no)))[0]!.refundedAmount;
    const done = await refundOrder(byStaff(db), {
      no,
      returns: [{ id: lineId, quantity }],
      reason: '破损',
    });
    const now = await promisedOf(companyId, no);
    expect(done.clawedBack).toBe(kept - now);
    const rows = await db.select().from(refund).where(eq(refund.orderNo, no));
    const sum = (list: typeof rows) => list.reduce((all, { amount }) => all + amount, 0);
    // All of it went somewhere, and by no way less than nothing.
    expect(sum(rows)).toBe(refundable + done.amount);
    const toBalance = sum(rows.filter(({ provider }) => provider === 'balance'));
    expect(await balanceOf(companyId)).toBe(before + toBalance - (promised - now));
    kept = now;
  }
  // In proportion, to the last fen.
  expect(kept).toBe(0);
  const netted = await db
    .select()
    .from(refund)
    .where(and(eq(refund.orderNo, no), like(refund.no, '%-b')));
  expect(netted.length > 0).toBe(fromBalance === 0 && left < promised);
  expect(
    await db.$count(message, and(eq(message.companyId, companyId), like(message.ref, 'claw-back:%'))),
  ).toBe(2);
});
