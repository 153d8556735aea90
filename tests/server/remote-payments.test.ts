/** What happens between us and whoever takes the money: lost answers, repeats, wrong order, and all of it at once. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import {
  jobFailure,
  orderEvent,
  order as orderTable,
  payment,
  refund,
  sandboxCharge,
  sandboxRefund,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { lostAnswerFen } from '#lib/server/ports/payments/counter-desk.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counter = await openCounter();
const plenty = await makeGoods(db, goodsPlain, 100_000);
const second = 1000;
const minute = 60 * second;
const later = (ms: number) => new Date(Date.now() + ms);

/** A trade of one order whose payment has begun at the counter. */
async function begun(goodsId = plenty, number = 10) {
  const [buyer] = await makeBuyers(db, 1);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number }]);
  const { pay_no, redirect } = await pay(db, buyer!, trade_no, 'sandbox');
  const { amount } = await paymentOf(pay_no);
  return { buyer: buyer!, tradeNo: trade_no, no: orders[0]!.no, payNo: pay_no, redirect, amount };
}

/** The same, and the money has come. */
async function paidAtCounter(goodsId = plenty, number = 10) {
  const made = await begun(goodsId, number);
  await press(db, made.redirect, 'silent');
  expect(await sendNotice(noticeOf(made.payNo, made.amount))).toMatchObject({ code: 200 });
  expect(await statusOf(made.no)).toBe('to_ship');
  return made;
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function statusOf(no: string): Promise<OrderStatus> {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

function refundsOf(payNo: string) {
  return db.select().from(refund).where(eq(refund.payNo, payNo));
}

/** What the counter gave back under the numbers of a payment's refunds, fen. */
async function givenAtCounter(payNo: string): Promise<number[]> {
  const rows = await db
    .select({ amount: sandboxRefund.amount })
    .from(sandboxRefund)
    .innerJoin(sandboxCharge, eq(sandboxCharge.no, sandboxRefund.chargeNo))
    .where(eq(sandboxCharge.payNo, payNo));
  return rows.map((row) => row.amount);
}

async function timesPaid(no: string): Promise<number> {
  const events = await db.select().from(orderEvent).where(eq(orderEvent.orderNo, no));
  return events.filter((event) => event.toStatus === 'to_ship').length;
}

function look({ buyer, payNo }: { buyer: Account; payNo: string }) {
  return getPayment(contextOf(db, buyer), { no: payNo });
}

describe('a payment', () => {
  it('is written down as sent, and asked about by the job when nobody reports it: paid once', async () => {
    const made = await begun();
    expect(await paymentOf(made.payNo)).toMatchObject({ remoteState: 'sent', status: 'pending' });
    await press(db, made.redirect, 'silent');
    await askProviders(db, later(30 * second));
    expect(await statusOf(made.no)).toBe('to_pay');
    await Promise.all([1, 2, 3].map(() => askProviders(db, later(61 * second))));
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await paymentOf(made.payNo)).toMatchObject({ remoteState: 'done', status: 'paid', askAt: null });
    await askProviders(db, later(10 * minute));
    expect(await timesPaid(made.no)).toBe(1);
    expect(await db.$count(sandboxCharge, eq(sandboxCharge.payNo, made.payNo))).toBe(1);
  });

  it('that was closed before its money came unheard gives it back once', async () => {
    const made = await begun();
    await press(db, made.redirect, 'silent');
    await cancelMyOrder(contextOf(db, made.buyer), { no: made.no });
    await Promise.all([1, 2].map(() => askProviders(db, later(61 * second))));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'refunded', remoteState: 'done' });
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done', amount: made.amount }]);
    expect(await givenAtCounter(made.payNo)).toEqual([made.amount]);
    expect(await statusOf(made.no)).toBe('cancelled');
  });

  it('that nobody pays is asked about ever more rarely, fails when its time is over, and is asked no more', async () => {
    const made = await begun();
    const asked = () => counter.count('query', (one) => 'pay_no' in one && one.pay_no === made.payNo);
    const start = Date.now();
    for (let at = 0; at <= 29; at++) await askProviders(db, new Date(start + at * minute + second));
    // After 1, 3, 7 and 15 minutes.
    expect(asked()).toBe(4);
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'pending', remoteState: 'sent' });
    await askProviders(db, later(40 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({
      status: 'failed',
      remoteState: 'failed',
      askAt: null,
      failReason: '未在时限内完成支付',
    });
    await askProviders(db, later(300 * minute));
    expect(asked()).toBe(5);
  });

  it('whose provider does not answer is unknown, and asked again until it does', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no } = await order(db, buyer!, [{ goodsId: plenty, number: 10 }]);
    counter.trouble('order', 'cut');
    await expect(pay(db, buyer!, trade_no, 'sandbox')).rejects.toMatchObject({ code: 503 });
    const [row] = await db.select().from(payment).where(eq(payment.companyId, buyer!.companyId));
    expect(row).toMatchObject({ status: 'pending', remoteState: 'unknown' });

    counter.trouble('query', 'cut', 2);
    // The buyer sees what we know, and no error.
    expect(await look({ buyer: buyer!, payNo: row!.no })).toMatchObject({ status: 'pending' });
    expect((await askProviders(db, later(2 * minute))).failed).toBeGreaterThan(0);
    const [failure] = await db.select().from(jobFailure).where(eq(jobFailure.rowKey, row!.no));
    expect(failure).toMatchObject({ job: 'askProviders', tries: 1 });
    await askProviders(db, later(35 * minute));
    expect(await paymentOf(row!.no)).toMatchObject({ status: 'failed', remoteState: 'failed' });
    expect(await db.$count(jobFailure, eq(jobFailure.rowKey, row!.no))).toBe(0);
  });

  it('that failed stays failed in whatever order it is told, once it is paid stays paid', async () => {
    const made = await begun();
    const failed = noticeOf(made.payNo, made.amount, {
      status: 'failed',
      transaction_no: 'SF1',
      reason: '余额不足',
    });
    const paid = noticeOf(made.payNo, made.amount);
    expect(await sendNotice(failed)).toMatchObject({ code: 200 });
    expect(await look(made)).toMatchObject({ status: 'failed', reason: '余额不足' });
    expect(await sendNotice(paid)).toMatchObject({ code: 200 });
    expect(await sendNotice(failed)).toMatchObject({ code: 200 });
    expect(await look(made)).toMatchObject({ status: 'paid', reason: '' });
    expect(await timesPaid(made.no)).toBe(1);
  });

  it('told, asked for and called off at once: it pays the order or comes back whole, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const made = await begun();
      await press(db, made.redirect, 'silent');
      const body = noticeOf(made.payNo, made.amount);
      await Promise.allSettled([
        sendNotice(body),
        askProviders(db, later(61 * second)),
        look(made),
        ...(round % 2 === 0 ? [cancelMyOrder(contextOf(db, made.buyer), { no: made.no })] : []),
        sendNotice(body),
      ]);
      const isPaid = (await statusOf(made.no)) === 'to_ship';
      expect(await timesPaid(made.no)).toBe(isPaid ? 1 : 0);
      await runRefunds(db, later(10 * minute), made.payNo);
      expect(await givenAtCounter(made.payNo)).toEqual(isPaid ? [] : [made.amount]);
      expect((await refundsOf(made.payNo)).map(({ status }) => status)).toEqual(isPaid ? [] : ['done']);
    }
  });

  it('begun twice at once can be paid at both counters: one pays, the other comes back', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, orders } = await order(db, buyer!, [{ goodsId: plenty, number: 10 }]);
    const both = await Promise.all([1, 2].map(() => pay(db, buyer!, trade_no, 'sandbox')));
    await Promise.all(both.map(({ redirect }) => press(db, redirect, 'silent')));
    await askProviders(db, later(61 * second));
    expect(await timesPaid(orders[0]!.no)).toBe(1);
    const rows = await Promise.all(both.map(({ pay_no }) => paymentOf(pay_no)));
    expect(rows.map(({ status }) => status).sort()).toEqual(['paid', 'refunded']);
    const back = await Promise.all(both.map(({ pay_no }) => givenAtCounter(pay_no)));
    expect(back.flat()).toEqual([rows[0]!.amount]);
  });
});

describe('a refund', async () => {
  /** A price at which the counter does the refund and its first answer gets lost. */
  const lossy = await makeGoods(db, goodsPlain, 1000, {
    price: 100_000 + lostAnswerFen,
    memberPrice: 100_000 + lostAnswerFen,
  });
  const giveUp = (no: string) => refundOrder(byStaff(db), { no, reason: '不要了' });

  it('whose answer got lost is asked about and not sent twice', async () => {
    const made = await paidAtCounter(lossy, 1);
    const before = counter.count('refund');
    expect(await giveUp(made.no)).toMatchObject({ amount: made.amount, openAmount: made.amount });
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'unknown', doneAt: null }]);
    expect(await givenAtCounter(made.payNo)).toEqual([made.amount]);
    await Promise.all([1, 2, 3].map(() => runRefunds(db, later(2 * minute))));
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done', amount: made.amount }]);
    expect(await givenAtCounter(made.payNo)).toEqual([made.amount]);
    expect(counter.count('refund') - before).toBe(1);
  });

  it('of a process that vanished before it was sent is asked about, then sent once', async () => {
    const made = await paidAtCounter();
    counter.trouble('refund', 'cut');
    await giveUp(made.no);
    await db.update(refund).set({ status: 'sent' }).where(eq(refund.payNo, made.payNo));
    expect(await givenAtCounter(made.payNo)).toEqual([]);
    await Promise.all([1, 2].map(() => runRefunds(db, later(5 * minute), made.payNo)));
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
    expect(await givenAtCounter(made.payNo)).toEqual([made.amount]);
  });

  it('that takes its time stays sent, and is asked about until it is through', async () => {
    const made = await paidAtCounter();
    const counts = () => [counter.count('refund'), counter.count('query_refund')] as const;
    const [sent, asked] = counts();
    counter.trouble('refund', { answers: { state: 'open' } });
    counter.trouble('query_refund', { answers: { state: 'open' } });
    await giveUp(made.no);
    await runRefunds(db, later(30 * second), made.payNo);
    expect(counts()).toEqual([sent + 1, asked]);
    await runRefunds(db, later(2 * minute), made.payNo);
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'sent' }]);
    counter.trouble('query_refund', { answers: { state: 'done' } });
    await runRefunds(db, later(10 * minute), made.payNo);
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
    expect(counts()).toEqual([sent + 1, asked + 2]);
  });

  it('that is refused rests, is still owed, and is sent again under its number', async () => {
    const made = await paidAtCounter();
    await db.update(sandboxCharge).set({ amount: 1 }).where(eq(sandboxCharge.payNo, made.payNo));
    await giveUp(made.no);
    const [row] = await refundsOf(made.payNo);
    expect(row).toMatchObject({ status: 'failed', amount: made.amount });
    const [failure] = await db.select().from(jobFailure).where(eq(jobFailure.rowKey, row!.no));
    expect(failure!.error).toContain('可退金额不足');
    await db
      .update(sandboxCharge)
      .set({ amount: sql`${made.amount}` })
      .where(eq(sandboxCharge.payNo, made.payNo));
    await runRefunds(db, later(2 * minute));
    expect(await refundsOf(made.payNo)).toMatchObject([{ no: row!.no, status: 'done' }]);
    expect(await givenAtCounter(made.payNo)).toEqual([made.amount]);
  });

  it('asked for twice at once goes back once', async () => {
    const made = await paidAtCounter();
    const results = await Promise.allSettled([giveUp(made.no), giveUp(made.no)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await givenAtCounter(made.payNo)).toEqual([made.amount]);
  });
});
