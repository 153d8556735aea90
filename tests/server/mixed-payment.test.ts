/** One payment by the balance and one remote way: they pay together or not at all, and go back in proportion. */

import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { payInput, payStatus } from '#lib/contract/payments/calls.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import {
  orderEvent,
  order as orderTable,
  payment,
  refund,
  sandboxCharge,
  sandboxRefund,
  wallet,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { openPayPage } from '#lib/server/paying/pages.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await openCounter();
const money = 100_000;
/** 10.01 yuan a piece: shares of it round. */
const goodsId = await makeGoods(db, goodsPlain, 100_000, { price: 1001, memberPrice: 1001 });
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function unpaid(buyer: Account, number = 100) {
  const { trade_no, orders, pay_amount } = await order(db, buyer, [{ goodsId, number }]);
  return { tradeNo: trade_no, no: orders[0]!.no, amount: parseYuan(pay_amount) };
}

/** A trade of which the balance has paid `balance` fen, and the rest waits at the counter. */
async function begun(balance = 30_001) {
  const [buyer] = await makeBuyers(db, 1, money);
  const made = { buyer: buyer!, ...(await unpaid(buyer!)) };
  return { ...made, ...(await mix(buyer!, made.tradeNo, balance)) };
}

async function mix(buyer: Account, tradeNo: string | string[], balance: number) {
  const { pay_no, redirect, status } = await pay(
    db,
    buyer,
    tradeNo,
    'sandbox',
    new Date(),
    formatYuan(balance),
  );
  expect(status).toBe('pending');
  return { payNo: pay_no, redirect, rest: (await paymentOf(pay_no)).amount };
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function partOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.partOf, no));
  return row!;
}

async function balanceOf({ companyId }: Account): Promise<number> {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return row!.balance;
}

async function statusOf(no: string): Promise<OrderStatus> {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

async function entriesOf({ companyId }: Account): Promise<[string, number][]> {
  const rows = await db
    .select()
    .from(walletLedger)
    .where(eq(walletLedger.companyId, companyId))
    .orderBy(walletLedger.id);
  return rows.map(({ useType, amount }) => [useType, amount]);
}

/** What the counter keeps of a payment, fen. */
async function heldAtCounter(payNo: string): Promise<number> {
  const charges = await db
    .select()
    .from(sandboxCharge)
    .where(and(eq(sandboxCharge.payNo, payNo), eq(sandboxCharge.isPaid, true)));
  let kept = 0;
  for (const { no, amount } of charges) {
    const back = await db.select().from(sandboxRefund).where(eq(sandboxRefund.chargeNo, no));
    kept += amount - back.reduce((sum, one) => sum + one.amount, 0);
  }
  return kept;
}

/** The buyer pays the rest at the counter, and the shop hears of it. */
async function arrive({
  payNo,
  redirect,
  rest,
}: {
  payNo: string;
  redirect: string | undefined;
  rest: number;
}) {
  await press(db, redirect, 'silent');
  return sendNotice(noticeOf(payNo, rest));
}

describe('balance and counter together', () => {
  it('take their parts, and the order moves on when the rest is there', async () => {
    const made = await begun();
    expect(made.rest).toBe(made.amount - 30_001);
    expect(await balanceOf(made.buyer)).toBe(money - 30_001);
    expect(await statusOf(made.no)).toBe('to_pay');
    const status = () => getPayment(contextOf(db, made.buyer), { no: made.payNo });
    expect(payStatus.parse(await status())).toMatchObject({
      status: 'pending',
      amount: formatYuan(made.amount),
      provider_text: '余额支付、模拟收银台',
      parts: [
        { provider_text: '余额支付', amount: '300.01' },
        { provider_text: '模拟收银台', amount: formatYuan(made.rest) },
      ],
      trades: [{ amount: formatYuan(made.amount) }],
    });
    expect(await arrive(made)).toMatchObject({ code: 200 });
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await status()).toMatchObject({ status: 'paid' });
    expect(await partOf(made.payNo)).toMatchObject({ status: 'paid' });
    const shown = await getMyOrder(contextOf(db, made.buyer), { no: made.no });
    expect(shown.payments.map(({ way }) => way).sort()).toEqual(['余额支付', '模拟收银台'].sort());
    expect(shown.timeline.some(({ note }) => note === '余额支付、模拟收银台')).toBe(true);
    expect(await openPayPage(contextOf(db, made.buyer), made.tradeNo)).toMatchObject({ paidBy: made.payNo });
  });

  it.each([
    ['more than the balance holds', 99_999, money / 2],
    ['all there is to pay', 100_100, money * 2],
    ['more than there is to pay', 150_000, money * 2],
  ])('refuse %s, and nothing is taken', async (_name, balance, held) => {
    const [buyer] = await makeBuyers(db, 1, held);
    const { tradeNo } = await unpaid(buyer!);
    await expect(pay(db, buyer!, tradeNo, 'sandbox', new Date(), formatYuan(balance))).rejects.toMatchObject({
      code: 422,
    });
    expect(await balanceOf(buyer!)).toBe(held);
    expect(await db.$count(payment, eq(payment.companyId, buyer!.companyId))).toBe(0);
  });

  it('refuse a balance beside the balance, and what is no amount', async () => {
    const [buyer] = await makeBuyers(db, 1, money * 2);
    const { tradeNo } = await unpaid(buyer!);
    await expect(pay(db, buyer!, tradeNo, 'balance', new Date(), '1.00')).rejects.toMatchObject({
      code: 422,
    });
    for (const balance_amount of ['-1.00', '1.001', 'x', '1e3'])
      expect(payInput.safeParse({ trade_no: [tradeNo], provider: 'sandbox', balance_amount }).success).toBe(
        false,
      );
    expect(await pay(db, buyer!, tradeNo, 'sandbox', new Date(), '0.00')).toMatchObject({
      status: 'pending',
    });
    expect(await balanceOf(buyer!)).toBe(money * 2);
  });

  it('pay several trades, each exactly', async () => {
    const [buyer] = await makeBuyers(db, 1, money);
    const trades = [await unpaid(buyer!, 50), await unpaid(buyer!, 60), await unpaid(buyer!, 70)];
    const made = await mix(
      buyer!,
      trades.map(({ tradeNo }) => tradeNo),
      50_000,
    );
    await arrive(made);
    for (const { no, amount } of trades) {
      expect(await statusOf(no)).toBe('to_ship');
      await refundOrder(byStaff(db), { no, reason: '不要了' });
      const back = await db.select().from(refund).where(eq(refund.orderNo, no));
      expect(back).toHaveLength(2);
      expect(back.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
    }
    expect(await balanceOf(buyer!)).toBe(money);
    expect(await heldAtCounter(made.payNo)).toBe(0);
  });
});

describe('the part from the balance goes back once', () => {
  const whole: [string, number][] = [
    ['top_up', money],
    ['pay', -30_001],
    ['refund', 30_001],
  ];

  it('when the rest fails, however often that is told', async () => {
    const made = await begun();
    const failed = noticeOf(made.payNo, made.rest, {
      status: 'failed',
      transaction_no: 'SF1',
      reason: '卡被拒',
    });
    await Promise.all([1, 2, 3].map(() => sendNotice(failed)));
    expect(await entriesOf(made.buyer)).toEqual(whole);
    expect(await statusOf(made.no)).toBe('to_pay');
    // Money that comes all the same pays for nothing: it goes back too, and the order can be paid anew.
    await arrive(made);
    await runRefunds(db, later(5));
    expect(await heldAtCounter(made.payNo)).toBe(0);
    expect(await statusOf(made.no)).toBe('to_pay');
    expect(await entriesOf(made.buyer)).toEqual(whole);
    await arrive(await mix(made.buyer, made.tradeNo, 30_001));
    expect(await statusOf(made.no)).toBe('to_ship');
  });

  it('when the order is called off, also twice at once', async () => {
    const made = await begun();
    const cancel = () => cancelMyOrder(contextOf(db, made.buyer), { no: made.no });
    await Promise.allSettled([cancel(), cancel()]);
    expect(await entriesOf(made.buyer)).toEqual(whole);
    await arrive(made);
    expect(await heldAtCounter(made.payNo)).toBe(0);
    expect(await entriesOf(made.buyer)).toEqual(whole);
  });

  it('when nobody pays the rest in time', async () => {
    const made = await begun();
    await db
      .update(orderTable)
      .set({ deadlineAt: sql`now() - interval '1 second'` })
      .where(eq(orderTable.no, made.no));
    await db.execute(
      sql`update trade set deadline_at = now() - interval '1 second' where no = ${made.tradeNo}`,
    );
    await Promise.all([cancelOverdue(db, new Date()), askProviders(db, later(40))]);
    await Promise.all([1, 2].map(() => runRefunds(db, later(41))));
    expect(await statusOf(made.no)).toBe('cancelled');
    expect(await entriesOf(made.buyer)).toEqual(whole);
  });

  it('when the buyer pays otherwise, and is there to pay with', async () => {
    const made = await begun(60_000);
    // More than the balance has now: what the abandoned try held is needed.
    const paid = await pay(db, made.buyer, made.tradeNo, 'sandbox', new Date(), '900.00');
    expect(await balanceOf(made.buyer)).toBe(money - 90_000);
    expect(await partOf(made.payNo)).toMatchObject({ status: 'refunded' });
    // The counter of the first try takes money all the same: it goes back, the second pays.
    await arrive(made);
    const rest = (await paymentOf(paid.pay_no)).amount;
    await arrive({ payNo: paid.pay_no, redirect: paid.redirect, rest });
    await runRefunds(db, later(5));
    expect([await heldAtCounter(made.payNo), await heldAtCounter(paid.pay_no)]).toEqual([0, rest]);
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await balanceOf(made.buyer)).toBe(money - 90_000);
  });

  it('when money comes after the deadline: all of it goes back', async () => {
    const made = await begun();
    await db
      .update(orderTable)
      .set({ deadlineAt: sql`now() - interval '1 second'` })
      .where(eq(orderTable.no, made.no));
    await arrive(made);
    await cancelOverdue(db, new Date());
    expect(await entriesOf(made.buyer)).toEqual(whole);
    expect(await heldAtCounter(made.payNo)).toBe(0);
  });

  it('for the trade that is over, of several; the others are paid', async () => {
    const [buyer] = await makeBuyers(db, 1, money);
    const [gone, stays] = [await unpaid(buyer!, 50), await unpaid(buyer!, 70)];
    const made = await mix(buyer!, [gone.tradeNo, stays.tradeNo], 40_000);
    await db
      .update(orderTable)
      .set({ deadlineAt: sql`now() - interval '1 second'` })
      .where(eq(orderTable.no, gone.no));
    await arrive(made);
    await runRefunds(db, later(5));
    expect(await statusOf(stays.no)).toBe('to_ship');
    const spent = money - (await balanceOf(buyer!));
    expect(spent + (await heldAtCounter(made.payNo))).toBe(stays.amount);
    expect(spent).toBe(Math.round((40_000 * 70) / 120));
  });
});

describe('a refund', () => {
  it('goes back in proportion, piece by piece and to the fen', async () => {
    const made = await begun();
    await arrive(made);
    const [line] = (await getMyOrder(contextOf(db, made.buyer), { no: made.no })).lines;
    let left = 100;
    for (const quantity of [1, 7, 32, 60]) {
      const returns = [{ id: line!.id, quantity }];
      await refundOrder(byStaff(db), { no: made.no, returns, reason: '少要一些' });
      left -= quantity;
      await runRefunds(db, later(100 - left));
      const spent = money - (await balanceOf(made.buyer));
      const kept = await heldAtCounter(made.payNo);
      expect(spent + kept).toBe(1001 * left);
      // At most a fen beside its share for each refund.
      expect(Math.abs(spent - (30_001 * left) / 100)).toBeLessThan(4);
    }
    expect(await balanceOf(made.buyer)).toBe(money);
    expect(await heldAtCounter(made.payNo)).toBe(0);
  });

  it('asked for twice at once goes back once by each way', async () => {
    const made = await begun();
    await arrive(made);
    const giveUp = () => refundOrder(byStaff(db), { no: made.no, reason: '不要了' });
    const results = await Promise.allSettled([giveUp(), giveUp()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await runRefunds(db, later(5));
    expect(await balanceOf(made.buyer)).toBe(money);
    expect(await heldAtCounter(made.payNo)).toBe(0);
  });
});

describe('all at once', () => {
  it('paid, told twice, asked for, begun again and called off: nobody loses a fen', async () => {
    for (let round = 0; round < 10; round++) {
      const made = await begun();
      await press(db, made.redirect, 'silent');
      const body = noticeOf(made.payNo, made.rest);
      const failed = noticeOf(made.payNo, made.rest, { status: 'failed', transaction_no: `SF${round}` });
      const cancel = () => cancelMyOrder(contextOf(db, made.buyer), { no: made.no });
      const again = () => pay(db, made.buyer, made.tradeNo, 'sandbox', new Date(), '300.01');
      await Promise.allSettled([
        sendNotice(body),
        round % 2 === 0 ? sendNotice(failed) : askProviders(db, later(2)),
        ...(round % 3 === 0 ? [cancel()] : []),
        ...(round % 3 === 1 ? [again()] : []),
        sendNotice(body),
      ]);
      if ((await statusOf(made.no)) === 'to_pay') await cancel();
      await runRefunds(db, later(10));
      const spent = money - (await balanceOf(made.buyer));
      const kept = await heldAtCounter(made.payNo);
      const isPaid = (await statusOf(made.no)) === 'to_ship';
      expect([spent, kept]).toEqual(isPaid ? [30_001, made.rest] : [0, 0]);
      const events = await db
        .select()
        .from(orderEvent)
        .where(and(eq(orderEvent.orderNo, made.no), eq(orderEvent.toStatus, 'to_ship')));
      expect(events).toHaveLength(isPaid ? 1 : 0);
    }
  });
});
