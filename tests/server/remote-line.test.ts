import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  jobFailure,
  order as orderTable,
  payment,
  refund,
  sandboxCharge,
  sandboxOrder,
  sandboxRefund,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { deliverDue, standingAtCounter } from '#lib/server/ports/payments/counter.ts';
import { signatureHeader, signBody } from '#lib/server/ports/payments/signature.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { callHandler } from '#tests/support/request.ts';
import { POST as gateway } from '../../src/pages/sandbox/gateway.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counter = await openCounter();
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);

async function unpaid(balance = 0) {
  const [buyer] = await makeBuyers(db, 1, balance);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { buyer: buyer!, tradeNo: trade_no, no: orders[0]!.no };
}

/** A trade whose payment has begun at the counter. */
async function begun(balance = 0) {
  const made = await unpaid(balance);
  const { pay_no, redirect } = await pay(db, made.buyer, made.tradeNo, 'sandbox');
  return { ...made, payNo: pay_no, redirect, amount: (await paymentOf(pay_no)).amount };
}

type Begun = Awaited<ReturnType<typeof begun>>;

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function statusOf({ no }: { no: string }): Promise<OrderStatus> {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

function cancel({ buyer, no }: { buyer: Begun['buyer']; no: string }) {
  return cancelMyOrder(contextOf(db, buyer), { no });
}

/** What the counter took and gave back for a payment, fen. */
async function booked(payNo: string): Promise<{ taken: number; given: number }> {
  const charges = await db.select().from(sandboxCharge).where(eq(sandboxCharge.payNo, payNo));
  let [taken, given] = [0, 0];
  for (const charge of charges.filter(({ isPaid }) => isPaid)) {
    taken += charge.amount;
    const back = await db.select().from(sandboxRefund).where(eq(sandboxRefund.chargeNo, charge.no));
    given += back.reduce((sum, one) => sum + one.amount, 0);
  }
  return { taken, given };
}

const over = { remoteState: 'failed', askAt: null };

describe('the gateway', () => {
  const question = JSON.stringify({ act: 'close', merchant: 'YAOPI-DEMO', nonce: '1', pay_no: 'P1' });
  const ask = (signature: string, body = question) =>
    callHandler(gateway, { body, headers: { [signatureHeader]: signature } });

  it('answers whoever signs, with a signature of its own', async () => {
    const answer = await ask(signBody(Buffer.from(question)));
    expect(answer.status).toBe(200);
    expect(answer.headers.get(signatureHeader)).toMatch(/^[0-9a-f]{64}$/);
    expect(await answer.json()).toEqual({ notices: [], is_closed: true });
  });

  it.each([
    ['no signature', '', question],
    ['the signature of other bytes', signBody(Buffer.from(`${question} `)), question],
    ['a question whose bytes were changed', signBody(Buffer.from(question)), question.replace('P1', 'P2')],
  ])('refuses %s and does nothing', async (_name, signature, body) => {
    const rows = await db.$count(sandboxOrder);
    expect((await ask(signature, body)).status).toBe(403);
    expect(await db.$count(sandboxOrder)).toBe(rows);
  });

  it('is there in the demo only', async () => {
    completeEnv({ DEMO: '0' });
    try {
      expect((await ask(signBody(Buffer.from(question)))).status).toBe(404);
    } finally {
      completeEnv({ DEMO: '1' });
    }
  });
});

describe('a line that breaks', () => {
  it.each(['cut', 'lost', 'forged', 'silent'] as const)(
    'as a payment begins (%s): 503, the payment is unknown, and asked about until its time is over',
    async (kind) => {
      const made = await unpaid();
      counter.trouble('order', kind);
      await expect(pay(db, made.buyer, made.tradeNo, 'sandbox')).rejects.toMatchObject({ code: 503 });
      const [row] = await db.select().from(payment).where(eq(payment.companyId, made.buyer.companyId));
      expect(row).toMatchObject({ status: 'pending', remoteState: 'unknown' });
      // The order did arrive where only the answer got lost.
      const isThere = kind === 'lost' || kind === 'forged';
      expect(await standingAtCounter(db, row!.no)).toBe(isThere ? 'open' : 'closed');
      // The buyer begins again, and pays.
      const again = await pay(db, made.buyer, made.tradeNo, 'sandbox');
      await press(db, again.redirect, 'pay');
      expect(await statusOf(made)).toBe('to_ship');
      await askProviders(db, later(2 * minute));
      expect(await paymentOf(row!.no)).toMatchObject({ status: 'closed', ...over });
    },
    120_000,
  );

  it.each(['forged', { answers: { notices: 'none' } }] as const)(
    'with an answer that is not the counter’s or not its words (%j): nothing is believed',
    async (kind) => {
      const made = await begun();
      await press(db, made.redirect, 'silent');
      counter.trouble('query', kind);
      expect(await getPayment(contextOf(db, made.buyer), { no: made.payNo })).toMatchObject({
        status: 'pending',
      });
      expect(await paymentOf(made.payNo)).toMatchObject({ remoteState: 'unknown' });
      expect(await getPayment(contextOf(db, made.buyer), { no: made.payNo })).toMatchObject({
        status: 'paid',
      });
    },
  );
});

describe('a counter that is away', () => {
  it('holds up its own rows, each for itself, and nothing else: they are done when it is back', async () => {
    const [asked, closed, given] = [await begun(), await begun(), await begun()];
    await press(db, given.redirect, 'pay');
    expect(await statusOf(given)).toBe('to_ship');
    await press(db, asked.redirect, 'silent');
    await cancel(closed);
    await counter.away(async () => {
      // The desk's work is done; the money is on its way.
      await refundOrder(byStaff(db), { no: given.no, reason: '不要了' });
      expect(await askProviders(db, later(2 * minute))).toMatchObject({ failed: 2 });
      expect(await runRefunds(db, later(2 * minute))).toMatchObject({ done: 0, failed: 1 });
    });
    const failures = await db.select().from(jobFailure);
    expect(failures.map(({ error }) => error)).toEqual(
      [1, 2, 3].map(() => expect.stringMatching(/^sandbox: /)),
    );
    expect(await statusOf(given)).toBe('closed');
    await askProviders(db, later(10 * minute));
    await runRefunds(db, later(10 * minute));
    expect(await statusOf(asked)).toBe('to_ship');
    expect(await paymentOf(closed.payNo)).toMatchObject({ status: 'closed', ...over });
    expect(await booked(given.payNo)).toEqual({ taken: given.amount, given: given.amount });
    expect(await db.$count(jobFailure)).toBe(0);
  });
});

describe('closing', () => {
  it('an unpaid trade that is cancelled: its payment is closed at the counter, which takes no more money', async () => {
    const made = await begun();
    await cancel(made);
    await askProviders(db, later(0));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'closed', ...over });
    expect(await standingAtCounter(db, made.payNo)).toBe('closed');
    await press(db, made.redirect, 'pay');
    expect(await booked(made.payNo)).toEqual({ taken: 0, given: 0 });
    await askProviders(db, later(300 * minute));
    expect(counter.count('close', (one) => 'pay_no' in one && one.pay_no === made.payNo)).toBe(1);
  });

  it('a trade that nobody paid in time, once its time is over', async () => {
    const made = await begun();
    const past = later(31 * minute);
    await cancelOverdue(db, past);
    await askProviders(db, past);
    expect(await standingAtCounter(db, made.payNo)).toBe('closed');
    await press(db, made.redirect, 'pay');
    expect(await booked(made.payNo)).toEqual({ taken: 0, given: 0 });
  });

  it('a payment that a newer one has replaced, while the newer one can be paid', async () => {
    const made = await begun();
    const newer = await pay(db, made.buyer, made.tradeNo, 'sandbox');
    await askProviders(db, later(0));
    await press(db, made.redirect, 'pay');
    expect(await booked(made.payNo)).toEqual({ taken: 0, given: 0 });
    await press(db, newer.redirect, 'pay');
    expect(await statusOf(made)).toBe('to_ship');
  });

  it('a try that failed, when its trade is cancelled or paid otherwise; before that it stays open', async () => {
    for (const end of ['cancelled', 'paid'] as const) {
      const made = await begun(1_000_000);
      await press(db, made.redirect, 'fail');
      await askProviders(db, later(2 * minute));
      expect(await standingAtCounter(db, made.payNo)).toBe('open');
      if (end === 'cancelled') await cancel(made);
      else await pay(db, made.buyer, made.tradeNo);
      await askProviders(db, later(0));
      expect(await standingAtCounter(db, made.payNo), end).toBe('closed');
      expect(await paymentOf(made.payNo)).toMatchObject({ status: 'failed', ...over });
    }
  });

  it.each(['silent', 'late'] as const)(
    'comes too late for money that was taken before (%s): it is told at once, and goes back once',
    async (choice) => {
      const made = await begun();
      await press(db, made.redirect, choice);
      await cancel(made);
      await Promise.all([1, 2].map(() => askProviders(db, later(0))));
      expect(await paymentOf(made.payNo)).toMatchObject({ status: 'refunded', remoteState: 'done' });
      // The notify that was on its way changes nothing any more.
      await deliverDue(db, later(minute));
      expect(await sendNotice(noticeOf(made.payNo, made.amount))).toMatchObject({ code: 200 });
      expect(await booked(made.payNo)).toEqual({ taken: made.amount, given: made.amount });
      expect(await db.$count(refund, eq(refund.payNo, made.payNo))).toBe(1);
    },
  );

  it.each(['cut', 'lost'] as const)(
    'over a broken line (%s) is tried again until it is done',
    async (kind) => {
      const made = await begun();
      await cancel(made);
      counter.trouble('close', kind);
      expect((await askProviders(db, later(0))).failed).toBe(1);
      expect(await paymentOf(made.payNo)).toMatchObject({ status: 'closed', remoteState: 'unknown' });
      expect(await db.$count(jobFailure, eq(jobFailure.rowKey, made.payNo))).toBe(1);
      await askProviders(db, later(2 * minute));
      expect(await paymentOf(made.payNo)).toMatchObject({ status: 'closed', ...over });
      expect(await db.$count(jobFailure, eq(jobFailure.rowKey, made.payNo))).toBe(0);
    },
  );

  it('paid, told, cancelled and closed at once: it pays the order, comes back whole, or was never taken', async () => {
    for (let round = 0; round < 16; round++) {
      const made = await begun();
      await Promise.allSettled([
        press(db, made.redirect, round % 2 === 0 ? 'pay' : 'silent'),
        cancel(made),
        askProviders(db, later(0)).then(() => askProviders(db, later(0))),
        ...(round % 3 === 0 ? [press(db, made.redirect, 'pay')] : []),
      ]);
      await askProviders(db, later(5 * minute));
      await runRefunds(db, later(10 * minute), made.payNo);
      const isPaid = (await statusOf(made)) === 'to_ship';
      const { taken, given } = await booked(made.payNo);
      expect(taken - given).toBe(isPaid ? made.amount : 0);
      expect([0, made.amount]).toContain(taken);
      const row = await paymentOf(made.payNo);
      expect(row.askAt).toBeNull();
      expect(row.status).toBe(isPaid ? 'paid' : taken > 0 ? 'refunded' : 'closed');
      expect(await db.$count(refund, eq(refund.payNo, made.payNo))).toBe(given > 0 ? 1 : 0);
    }
  });
});
