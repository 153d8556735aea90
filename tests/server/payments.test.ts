import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain, users } from '#demo/seed/known.ts';
import { payOutput, payStatus } from '#lib/contract/payments/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  message,
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
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { listOpenTrades, listPayTrades } from '#lib/server/paying/pay-trades.ts';
import { getPayment, listPayMethods } from '#lib/server/paying/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import {
  type CounterChoice,
  decide,
  deliverDue,
  failingFen,
  readCounterOrder,
} from '#lib/server/ports/payments/counter.ts';
import { signBody, signed } from '#lib/server/ports/payments/signature.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press as pressAt, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  accountOf,
  contextOf,
  giveMoney,
  makeBuyers,
  makeGoods,
  order,
  pay,
  withMembership,
} from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counter = await openCounter();
const plenty = await makeGoods(db, goodsPlain, 100_000);

async function statusOf(no: string): Promise<OrderStatus> {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function balanceOf(buyer: Account): Promise<number> {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, buyer.companyId));
  return row!.balance;
}

/** An unpaid trade with one order. */
async function unpaid(buyer: Account, number = 10) {
  const placed = await order(db, buyer, [{ goodsId: plenty, number }]);
  return { ...placed, no: placed.orders[0]!.no };
}

function press(redirect: string | undefined, choice: CounterChoice, now = new Date()): Promise<void> {
  return pressAt(db, redirect, choice, now);
}

describe('the balance', () => {
  it('pays at once: order, wallet and ledger move together', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const { trade_no, no, pay_amount } = await unpaid(buyer!);
    const paid = payOutput.parse(await pay(db, buyer!, trade_no));
    expect(paid.status).toBe('paid');
    expect(await statusOf(no)).toBe('to_ship');
    const [entry] = await db.select().from(walletLedger).where(eq(walletLedger.ref, paid.pay_no));
    const [own] = await db.select().from(wallet).where(eq(wallet.companyId, buyer!.companyId));
    expect(formatYuan(-entry!.amount)).toBe(pay_amount);
    expect(entry!.balanceAfter).toBe(own!.balance);
    expect(own!.balance).toBe(1_000_000 + entry!.amount);
    expect(payStatus.parse(await getPayment(contextOf(db, buyer!), { no: paid.pay_no }))).toMatchObject({
      status: 'paid',
      trades: [{ status: 'paid', orders: [{ status: 20 }] }],
    });
    expect(await refusalOf(pay(db, buyer!, trade_no))).toMatchObject({ code: 409 });
  });

  it('never falls below zero under 20 at once, and its entries sum to it', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const trades = [];
    for (let i = 0; i < 20; i++) trades.push(await unpaid(buyer!));
    const one = Math.round(Number(trades[0]!.pay_amount) * 100);
    await giveMoney(db, [buyer!.companyId], one * 7 + 1);
    const results = await Promise.allSettled(trades.map((trade) => pay(db, buyer!, trade.trade_no)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 422 });
    const [own] = await db.select().from(wallet).where(eq(wallet.companyId, buyer!.companyId));
    expect(own!.balance).toBe(1);
    const entries = await db
      .select()
      .from(walletLedger)
      .where(eq(walletLedger.companyId, buyer!.companyId))
      .orderBy(walletLedger.id);
    expect(entries.map((entry) => entry.useType)).toEqual(['top_up', ...Array(7).fill('pay')]);
    let running = 0;
    for (const entry of entries) {
      running += entry.amount;
      expect(entry.balanceAfter).toBe(running);
    }
    const states = await Promise.all(trades.map((trade) => statusOf(trade.no)));
    expect(states.filter((status) => status === 'to_ship')).toHaveLength(7);
    expect(states.filter((status) => status === 'to_pay')).toHaveLength(13);
  });

  it('pressed 10 times at once pays once', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const { trade_no, no } = await unpaid(buyer!);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => pay(db, buyer!, trade_no)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const entries = await db.select().from(walletLedger).where(eq(walletLedger.companyId, buyer!.companyId));
    expect(entries.map((entry) => entry.useType)).toEqual(['top_up', 'pay']);
    expect(await statusOf(no)).toBe('to_ship');
  });

  it('tells who may not see the wallet whom to ask where the balance is too small, and not by how much', async () => {
    const [poor] = await makeBuyers(db, 1, 1);
    const { trade_no } = await unpaid(poor!);
    const balanceOf = async (role: 'buyer' | 'finance') => {
      const methods = await listPayMethods(contextOf(db, { ...poor!, role }), { trade_no: [trade_no] });
      return methods.find(({ provider }) => provider === 'balance');
    };
    expect(await balanceOf('finance')).toMatchObject({
      is_enabled: 0,
      balance: '0.01',
      reason: expect.stringMatching(/^余额不足，还差¥/),
    });
    const seen = await balanceOf('buyer');
    expect(seen).toMatchObject({
      is_enabled: 0,
      reason: '余额不足，请联系企业管理员或财务充值，或换用其他支付方式',
    });
    expect(seen).not.toHaveProperty('balance');
  });

  it('pays several trades at once, or none of them', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const trades = [await unpaid(buyer!), await unpaid(buyer!)];
    expect(await listOpenTrades(contextOf(db, buyer!))).toHaveLength(2);
    const nos = trades.map((trade) => trade.trade_no);
    const methods = await listPayMethods(contextOf(db, buyer!), { trade_no: nos });
    expect(methods.map((method) => [method.provider, method.is_enabled])).toEqual([
      ['balance', 1],
      ['sandbox', 1],
    ]);
    await pay(db, buyer!, nos);
    expect(await Promise.all(trades.map((trade) => statusOf(trade.no)))).toEqual(['to_ship', 'to_ship']);
    expect(await listOpenTrades(contextOf(db, buyer!))).toEqual([]);
    const more = await unpaid(buyer!);
    expect(await refusalOf(pay(db, buyer!, [more.trade_no, nos[0]!]))).toMatchObject({ code: 409 });
    expect(await statusOf(more.no)).toBe('to_pay');
  });
});

describe('the sandbox counter', () => {
  it('takes the money, calls the shop with a signature, and the order waits for shipment', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const begun = await pay(db, buyer!, trade_no, 'sandbox');
    expect(begun).toMatchObject({ status: 'pending' });
    expect(await getPayment(contextOf(db, buyer!), { no: begun.pay_no })).toMatchObject({
      status: 'pending',
    });
    await press(begun.redirect, 'pay');
    expect(await statusOf(no)).toBe('to_ship');
    expect(await paymentOf(begun.pay_no)).toMatchObject({ status: 'paid' });
    expect(counter.notified.at(-1)).toMatch(/^[0-9a-f]{64}$/);
    // Pressed again from a second tab, it takes nothing.
    await press(begun.redirect, 'pay');
    const charges = await db.select().from(sandboxCharge).where(eq(sandboxCharge.payNo, begun.pay_no));
    expect(charges).toHaveLength(1);
  });

  it('fails when told so, and by itself at the documented amount; the trade can be paid again', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const { trade_no, no } = await unpaid(buyer!);
    const begun = await pay(db, buyer!, trade_no, 'sandbox');
    await press(begun.redirect, 'fail');
    expect(await paymentOf(begun.pay_no)).toMatchObject({ status: 'failed' });
    expect(await statusOf(no)).toBe('to_pay');
    // The same payment may still succeed, and so may a new one.
    await press(begun.redirect, 'pay');
    expect(await statusOf(no)).toBe('to_ship');

    const cheap = await makeGoods(db, goodsPlain, 10, {
      price: 100_000 + failingFen,
      memberPrice: 100_000 + failingFen,
    });
    const placed = await order(db, buyer!, [{ goodsId: cheap, number: 1 }]);
    const doomed = await pay(db, buyer!, placed.trade_no, 'sandbox');
    await press(doomed.redirect, 'pay');
    expect(await paymentOf(doomed.pay_no)).toMatchObject({ status: 'failed' });
    expect(await pay(db, buyer!, placed.trade_no)).toMatchObject({ status: 'paid' });
  });

  it('late, it is open until the call comes, also when the shop asks', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const begun = await pay(db, buyer!, trade_no, 'sandbox');
    const now = new Date();
    await press(begun.redirect, 'late', now);
    expect(await getPayment(contextOf(db, buyer!), { no: begun.pay_no })).toMatchObject({
      status: 'pending',
    });
    await deliverDue(db, new Date(now.getTime() + 9_000));
    expect(await statusOf(no)).toBe('to_pay');
    await deliverDue(db, new Date(now.getTime() + 10_500));
    expect(await statusOf(no)).toBe('to_ship');
  });

  it('twice, the second call changes nothing', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const begun = await pay(db, buyer!, trade_no, 'sandbox');
    const now = new Date();
    const before = counter.notified.length;
    await press(begun.redirect, 'twice', now);
    await deliverDue(db, new Date(now.getTime() + 5_000));
    await deliverDue(db, new Date(now.getTime() + 60_000));
    expect(counter.notified.length - before).toBe(2);
    const events = await db
      .select()
      .from(orderEvent)
      .where(and(eq(orderEvent.orderNo, no), eq(orderEvent.toStatus, 'to_ship')));
    expect(events).toHaveLength(1);
  });

  it('a notify that got lost is made up for when the shop asks', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const begun = await pay(db, buyer!, trade_no, 'sandbox');
    const values = Object.fromEntries(new URL(begun.redirect!, 'http://shop.test').searchParams);
    const lost = readCounterOrder(values, new Date())!;
    await decide(db, { ...lost, notifyUrl: 'http://127.0.0.1:9/' }, 'pay', new Date());
    expect(await statusOf(no)).toBe('to_pay');
    expect(await getPayment(contextOf(db, buyer!), { no: begun.pay_no })).toMatchObject({ status: 'paid' });
    expect(await statusOf(no)).toBe('to_ship');
  });

  it('trusts only orders the shop has signed, and only for a while', () => {
    const values = signed({
      merchant: 'x',
      pay_no: 'P1',
      amount: '1.00',
      subject: '',
      expires: '2000',
      notify_url: '',
      return_url: '/',
    });
    expect(readCounterOrder(values, new Date(1000))).toMatchObject({ amount: 100 });
    expect(readCounterOrder(values, new Date(2000))).toBeNull();
    expect(readCounterOrder({ ...values, amount: '0.01' }, new Date(1000))).toBeNull();
    expect(readCounterOrder({ ...values, return_url: 'http://evil.invalid' }, new Date(1000))).toBeNull();
  });
});

describe('a notify', () => {
  it('five times at once moves the order once', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const { pay_no } = await pay(db, buyer!, trade_no, 'sandbox');
    const body = noticeOf(pay_no, (await paymentOf(pay_no)).amount);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendNotice(body)));
    expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200, 200, 200]);
    const events = await db.select().from(orderEvent).where(eq(orderEvent.orderNo, no));
    expect(events.filter((event) => event.toStatus === 'to_ship')).toHaveLength(1);
    expect(await db.select().from(refund).where(eq(refund.payNo, pay_no))).toEqual([]);
  });

  it.each([
    ['a wrong signature', (body: string) => [body, signBody(Buffer.from(`${body} `))]],
    ['no signature', (body: string) => [body, '']],
    ['a signature that is none', (body: string) => [body, 'sign here']],
    ['a changed amount', (body: string) => [body.replace(/"amount":"\d+/, '"amount":"1'), null]],
    // The same values, other bytes: what is signed is what travelled.
    ['other spaces', (body: string) => [body.replaceAll(',', ', '), null]],
  ])('with %s is refused and moves nothing', async (_name, spoil) => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const { pay_no } = await pay(db, buyer!, trade_no, 'sandbox');
    const body = noticeOf(pay_no, (await paymentOf(pay_no)).amount);
    const [spoiled, signature] = spoil(body);
    expect(await sendNotice(spoiled!, 'sandbox', signature ?? signBody(Buffer.from(body)))).toMatchObject({
      code: 403,
    });
    expect(await statusOf(no)).toBe('to_pay');
  });

  it('well signed, but with another amount, merchant, payment or provider, is refused', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const { pay_no } = await pay(db, buyer!, trade_no, 'sandbox');
    const { amount } = await paymentOf(pay_no);
    expect(await sendNotice(noticeOf(pay_no, amount - 1))).toMatchObject({ code: 422 });
    expect(await sendNotice(noticeOf(pay_no, amount, { merchant: 'SOMEBODY' }))).toMatchObject({ code: 403 });
    expect(await sendNotice(noticeOf('P0', amount))).toMatchObject({ code: 404 });
    expect(await sendNotice(noticeOf(pay_no, amount), 'balance')).toMatchObject({ code: 404 });
    expect(await sendNotice(noticeOf(pay_no, amount), 'nobody')).toMatchObject({ code: 404 });
    expect(await sendNotice('', 'sandbox', '')).toMatchObject({ code: 403 });
    expect(await sendNotice('{}')).toMatchObject({ code: 422 });
    expect(await sendNotice('no JSON')).toMatchObject({ code: 422 });
    expect(await statusOf(no)).toBe('to_pay');
  });

  it('after the cancel gives the money back by the way it came, once, and the buyer is told', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const { pay_no, redirect } = await pay(db, buyer!, trade_no, 'sandbox');
    await cancelMyOrder(contextOf(db, buyer!), { no });
    expect(await paymentOf(pay_no)).toMatchObject({ status: 'closed' });
    await press(redirect, 'pay');
    await Promise.all(
      Array.from({ length: 3 }, async () => sendNotice(noticeOf(pay_no, (await paymentOf(pay_no)).amount))),
    );
    expect(await statusOf(no)).toBe('cancelled');
    const paid = await paymentOf(pay_no);
    expect(paid.status).toBe('refunded');
    const refunds = await db.select().from(refund).where(eq(refund.payNo, pay_no));
    expect(refunds).toMatchObject([{ status: 'done', amount: paid.amount, provider: 'sandbox' }]);
    const back = await db.select().from(sandboxRefund).where(eq(sandboxRefund.no, refunds[0]!.no));
    expect(back).toMatchObject([{ amount: paid.amount }]);
    const announced = await db.select().from(message).where(eq(message.ref, refunds[0]!.no));
    expect(announced).toHaveLength(1);
  });

  it('on a payment that a newer one has closed is given back; the newer one counts', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const first = await pay(db, buyer!, trade_no, 'sandbox');
    const second = await pay(db, buyer!, trade_no, 'sandbox');
    expect((await paymentOf(first.pay_no)).status).toBe('closed');
    await press(second.redirect, 'pay');
    await press(first.redirect, 'pay');
    expect(await statusOf(no)).toBe('to_ship');
    expect((await paymentOf(first.pay_no)).status).toBe('refunded');
    expect((await paymentOf(second.pay_no)).status).toBe('paid');
  });

  it('with a second transaction on a paid payment gives only that back', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no } = await unpaid(buyer!);
    const { pay_no, redirect } = await pay(db, buyer!, trade_no, 'sandbox');
    await press(redirect, 'pay');
    const { amount } = await paymentOf(pay_no);
    await sendNotice(noticeOf(pay_no, amount, { transaction_no: 'SECOND' }));
    const refunds = await db.select().from(refund).where(eq(refund.payNo, pay_no));
    expect(refunds).toMatchObject([{ providerNo: 'SECOND', amount }]);
    expect(await statusOf(no)).toBe('to_ship');
    expect((await paymentOf(pay_no)).status).toBe('paid');
  });

  it('for several trades of which one is over: the rest is paid, its part comes back', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const [gone, stays] = [await unpaid(buyer!, 5), await unpaid(buyer!, 10)];
    const { pay_no, redirect } = await pay(db, buyer!, [gone.trade_no, stays.trade_no], 'sandbox');
    await db.execute(sql`update "order" set deadline_at = now() - interval '1 second' where no = ${gone.no}`);
    await press(redirect, 'pay');
    expect(await statusOf(stays.no)).toBe('to_ship');
    const refunds = await db.select().from(refund).where(eq(refund.payNo, pay_no));
    expect(formatYuan(refunds[0]!.amount)).toBe(gone.pay_amount);
    expect(refunds).toMatchObject([{ status: 'done' }]);
  });

  it('late on a failed payment for two trades, one of them paid otherwise since: each refund goes its own way', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const [late, other] = [await unpaid(buyer!, 100), await unpaid(buyer!, 200)];
    const { pay_no, redirect } = await pay(db, buyer!, [late.trade_no, other.trade_no], 'sandbox');
    const { amount } = await paymentOf(pay_no);
    await press(redirect, 'fail');
    expect((await paymentOf(pay_no)).status).toBe('failed');
    await pay(db, buyer!, other.trade_no);
    await press(redirect, 'pay');
    expect([await statusOf(late.no), await statusOf(other.no)]).toEqual(['to_ship', 'to_ship']);
    const shown = await getMyOrder(contextOf(db, buyer!), { no: other.no });
    expect(shown.payments).toHaveLength(1);

    const before = await balanceOf(buyer!);
    await refundOrder(byStaff(db), { no: other.no, reason: '不要了' });
    expect(formatYuan((await balanceOf(buyer!)) - before)).toBe(other.pay_amount);
    await refundOrder(byStaff(db), { no: late.no, reason: '不要了' });
    const refunds = await db.select().from(refund).where(eq(refund.companyId, buyer!.companyId));
    expect(refunds.filter((one) => one.status !== 'done')).toEqual([]);
    const bySandbox = refunds.filter((one) => one.payNo === pay_no);
    expect(bySandbox.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
    expect(formatYuan(bySandbox.find((one) => one.orderNo === late.no)!.amount)).toBe(late.pay_amount);
  });

  it('racing with a cancel, the money pays the order or comes back, never both and never neither', async () => {
    for (let round = 0; round < 8; round++) {
      const [buyer] = await makeBuyers(db, 1);
      const { trade_no, no } = await unpaid(buyer!);
      const { pay_no, redirect } = await pay(db, buyer!, trade_no, 'sandbox');
      await Promise.allSettled([press(redirect, 'pay'), cancelMyOrder(contextOf(db, buyer!), { no })]);
      const refunds = await db.select().from(refund).where(eq(refund.payNo, pay_no));
      expect([await statusOf(no), refunds.length]).toEqual(
        (await statusOf(no)) === 'to_ship' ? ['to_ship', 0] : ['cancelled', 1],
      );
    }
  });
});

describe('who may pay what', () => {
  it('a trade that was called off shows what it would have been, and takes nothing', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, no, pay_amount } = await unpaid(buyer!);
    await cancelMyOrder(contextOf(db, buyer!), { no });
    const [trade] = await listPayTrades(contextOf(db, buyer!), [trade_no]);
    expect(trade).toMatchObject({ amount: 0, wire: { status: 'cancelled', can_pay: 0, pay_amount } });
  });

  it('another company’s trades and payments are not there', async () => {
    const [buyer, other] = await makeBuyers(db, 2, 1_000_000);
    const { trade_no, no } = await unpaid(buyer!);
    expect(await refusalOf(pay(db, other!, trade_no))).toMatchObject({ code: 404 });
    const { pay_no } = await pay(db, buyer!, trade_no, 'sandbox');
    expect(await refusalOf(getPayment(contextOf(db, other!), { no: pay_no }))).toMatchObject({ code: 404 });
    expect(await refusalOf(listPayMethods(contextOf(db, other!), { trade_no: [trade_no] }))).toMatchObject({
      code: 404,
    });
    expect(await statusOf(no)).toBe('to_pay');
  });

  it('not after the deadline, not a cancelled trade, not one that waits for approval', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const late = await unpaid(buyer!);
    const after = new Date(Date.now() + 31 * 60_000);
    expect(await refusalOf(pay(db, buyer!, late.trade_no, 'balance', after))).toMatchObject({ code: 409 });
    await cancelMyOrder(contextOf(db, buyer!), { no: late.no });
    expect(await refusalOf(pay(db, buyer!, late.trade_no))).toMatchObject({ code: 409 });
    const limited = await withMembership(db, buyer!, { orderLimit: 1 });
    const waiting = await order(db, limited, [{ goodsId: plenty, number: 10 }]);
    expect(await refusalOf(pay(db, buyer!, waiting.trade_no))).toMatchObject({ code: 409 });
  });

  it('an unknown way is refused, and finance may pay', async () => {
    const buyer = await accountOf(db, users.demo);
    const { trade_no } = await unpaid(buyer);
    expect(await refusalOf(pay(db, buyer, trade_no, 'gold'))).toMatchObject({ code: 422 });
    expect(await pay(db, await accountOf(db, users['demo-caiwu']), trade_no)).toMatchObject({
      status: 'paid',
    });
  });

  it('the sandbox exists in the demo only', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no } = await unpaid(buyer!);
    const { pay_no } = await pay(db, buyer!, trade_no, 'sandbox');
    completeEnv({ DEMO: '0' });
    try {
      expect(await refusalOf(pay(db, buyer!, trade_no, 'sandbox'))).toMatchObject({ code: 422 });
      expect(await sendNotice(noticeOf(pay_no, (await paymentOf(pay_no)).amount))).toMatchObject({
        code: 404,
      });
      expect((await listPayMethods(contextOf(db, buyer!), {})).map((method) => method.provider)).toEqual([
        'balance',
      ]);
    } finally {
      completeEnv({ DEMO: '1' });
    }
  });
});
