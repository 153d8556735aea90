/** 支付宝, its page and its code, over a counterpart that checks and signs as it does: every step, and each fault of it. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { jobFailure, order as orderTable, payment, refund, walletLedger } from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { findRemote } from '#lib/server/ports/payments/providers.ts';
import { openAlipay } from '#tests/counterparts/alipay.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { alipayVector } from './data/alipay-vector.ts';
import { noticeVector } from './data/wechat-vector.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const alipay = await openAlipay();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);
const ways = ['alipay', 'alipay_qr'] as const;
type Way = (typeof ways)[number];

beforeEach(() => void completeEnv(alipay.env));

async function unpaid(balance = 0) {
  const [buyer] = await makeBuyers(db, 1, balance);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { buyer: buyer!, tradeNo: trade_no, no: orders[0]!.no };
}

/** A trade whose payment stands at the cashier, or whose code is shown. `balance`: yuan of it from the balance. */
async function begun(way: Way = 'alipay', balance?: string) {
  const made = await unpaid(balance === undefined ? 0 : 1_000_000);
  const { pay_no, redirect } = await pay(db, made.buyer, made.tradeNo, way, new Date(), balance);
  if (way === 'alipay') expect(alipay.visit(redirect)).toBe(true);
  return { ...made, payNo: pay_no, redirect, amount: (await paymentOf(pay_no)).amount };
}

async function paidBy(way: Way = 'alipay', balance?: string) {
  const made = await begun(way, balance);
  expect(alipay.take(made.payNo)).toBe(true);
  expect(await alipay.sendNotice(made.payNo)).toEqual({ status: 200, body: 'success' });
  expect(await statusOf(made.no)).toBe('to_ship');
  return made;
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function statusOf(no: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

async function balanceOf({ buyer }: { buyer: { companyId: number } }) {
  const rows = await db.select().from(walletLedger).where(eq(walletLedger.companyId, buyer.companyId));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

const refundsOf = (payNo: string) => db.select().from(refund).where(eq(refund.payNo, payNo));
const giveUp = (no: string) => refundOrder(byStaff(db), { no, reason: '不要了' });

describe('keys', () => {
  it('are all there or none, and a wrong one is named', () => {
    const { ALIPAY_SELLER_ID: _, ...half } = alipay.env;
    expect(() => parseEnv(half)).toThrow(/^环境变量有误：ALIPAY_SELLER_ID（支付宝密钥不完整）/);
    const wrong = (changes: Record<string, string>) => () => parseEnv({ ...alipay.env, ...changes });
    expect(wrong({ ALIPAY_PRIVATE_KEY: 'x' })).toThrow(/ALIPAY_PRIVATE_KEY（不是 RSA 私钥/);
    expect(wrong({ ALIPAY_PUBLIC_KEY: 'x' })).toThrow(/ALIPAY_PUBLIC_KEY（不是 RSA 公钥或证书/);
    expect(wrong({ ALIPAY_PUBLIC_KEY: noticeVector.certificate })).toThrow(/ALIPAY_PUBLIC_KEY（是证书/);
    expect(wrong({ ALIPAY_APP_ID: '1' })).toThrow(/ALIPAY_APP_ID（应为 16 位/);
    expect(wrong({ ALIPAY_SELLER_ID: '1' })).toThrow(/ALIPAY_SELLER_ID（应为 2088/);
    expect(wrong({ ALIPAY_APP_CERTIFICATE: noticeVector.certificate })).toThrow(
      /ALIPAY_ROOT_CERTIFICATE（支付宝密钥不完整/,
    );
  });

  it('that are another application’s are refused there, and the log says which to look at', async () => {
    completeEnv({ ALIPAY_PRIVATE_KEY: alipay.otherKey });
    const made = await unpaid();
    await expect(pay(db, made.buyer, made.tradeNo, 'alipay_qr')).rejects.toMatchObject({ code: 503 });
    expect(alipay.seen.forged).toBe(1);
    expect((await askProviders(db, later(2 * minute))).failed).toBe(1);
    const [failure] = await db.select().from(jobFailure);
    expect(failure!.error).toContain('ALIPAY_PRIVATE_KEY');
    completeEnv(alipay.env);
    await askProviders(db, later(60 * minute));
  });

  it('believe a notice that 支付宝 once signed, and no other', async () => {
    completeEnv({
      ALIPAY_PUBLIC_KEY: alipayVector.publicKey,
      ALIPAY_APP_ID: alipayVector.form.app_id,
      ALIPAY_SELLER_ID: alipayVector.form.seller_id,
    });
    const read = (changes: Record<string, string> = {}) =>
      findRemote('alipay')!.notify(
        Buffer.from(new URLSearchParams({ ...alipayVector.form, ...changes }).toString()),
        new Headers(),
      );
    expect(await read()).toEqual({
      notices: [
        {
          payNo: '20190815155618536-564-57',
          providerNo: '2019081522001468450512505578',
          amount: 10,
          outcome: 'paid',
          reason: '',
        },
      ],
      refunds: [],
    });
    for (const change of [
      { total_amount: '0.11' },
      { sign_type: 'RSA' },
      { sign_type: 'none' },
      { sign: '' },
    ])
      await expect(read(change), JSON.stringify(change)).rejects.toMatchObject({ code: 403 });
  });
});

describe.each(ways)('paying by %s', (way) => {
  it('is told once, whatever is repeated', async () => {
    const made = await begun(way);
    expect(made.redirect === undefined).toBe(way === 'alipay_qr');
    const page = await getPayment(contextOf(db, made.buyer), { no: made.payNo });
    expect(page.qr === null).toBe(way === 'alipay');
    alipay.take(made.payNo);
    const answers = await Promise.all([1, 2, 3].map(() => alipay.sendNotice(made.payNo)));
    expect(answers.map(({ body }) => body)).toEqual(['success', 'success', 'success']);
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'paid', remoteState: 'done', askAt: null });
    expect(await refundsOf(made.payNo)).toEqual([]);
  });

  it('is made up for by asking when the notice gets lost', async () => {
    const made = await begun(way);
    alipay.take(made.payNo);
    await Promise.all([1, 2].map(() => askProviders(db, later(61_000))));
    expect(await statusOf(made.no)).toBe('to_ship');
  });

  it('that nobody pays is over after its time, and no sooner', async () => {
    const made = await begun(way);
    await askProviders(db, later(20 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'pending', remoteState: 'sent' });
    await askProviders(db, later(45 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'failed', askAt: null });
  });

  it('that is cancelled takes no money, or gives it back', async () => {
    const [open, taken] = [await begun(way), await begun(way)];
    alipay.take(taken.payNo);
    for (const one of [open, taken]) await cancelMyOrder(contextOf(db, one.buyer), { no: one.no });
    await askProviders(db, later(0));
    expect(alipay.given(taken.payNo)).toEqual([taken.amount]);
    // A code that nobody has scanned cannot be closed there: its money comes back when it is scanned all the same.
    const isTaken = alipay.take(open.payNo);
    expect(isTaken).toBe(way === 'alipay_qr');
    if (isTaken) await alipay.sendNotice(open.payNo);
    expect(alipay.given(open.payNo)).toEqual(isTaken ? [open.amount] : []);
    await askProviders(db, later(45 * minute));
    expect((await paymentOf(open.payNo)).askAt).toBeNull();
  });

  it('with the balance goes back by both ways', async () => {
    const made = await paidBy(way, '3.00');
    expect(await balanceOf(made)).toBe(999_700);
    await giveUp(made.no);
    expect(await balanceOf(made)).toBe(1_000_000);
    expect(alipay.given(made.payNo)).toEqual([made.amount]);
  });
});

describe('a notice is refused', () => {
  it.each([
    ['signed by somebody else', {}, { signer: alipay.otherKey }, 403],
    ['changed after it was signed', {}, { forged: { total_amount: '0.01' } }, 403],
    ['of another application', { app_id: '2021000000000009' }, {}, 403],
    ['of another seller', { seller_id: '2088000000000009' }, {}, 403],
    ['of another amount', { total_amount: '0.01' }, {}, 422],
    ['of an amount that is none', { total_amount: 'much' }, {}, 422],
    ['of an unknown payment', { out_trade_no: 'P0' }, {}, 404],
    ['at the address of another way', {}, { provider: 'alipay_qr' }, 404],
  ])('%s', async (_name, changes, sending, status) => {
    const made = await begun();
    alipay.take(made.payNo);
    expect(await alipay.sendNotice(made.payNo, changes as Record<string, string>, sending)).toEqual({
      status,
      body: 'fail',
    });
    expect(await statusOf(made.no)).toBe('to_pay');
    expect(await alipay.sendNotice(made.payNo)).toMatchObject({ body: 'success' });
    expect(await statusOf(made.no)).toBe('to_ship');
  });

  it('or says nothing of money: one that waits is not paid', async () => {
    const made = await begun();
    expect(await alipay.sendNotice(made.payNo, { trade_status: 'WAIT_BUYER_PAY' })).toMatchObject({
      body: 'success',
    });
    expect(await statusOf(made.no)).toBe('to_pay');
  });
});

describe('a line that breaks', () => {
  it.each(['cut', 'lost', 'forged', 'down', 'broken'] as const)(
    'as a code is asked for (%s): 503, and the buyer begins again and pays',
    async (kind) => {
      const made = await unpaid();
      // The SDK itself tries a line that breaks once more.
      alipay.trouble('precreate', kind, kind === 'cut' || kind === 'lost' ? 2 : 1);
      await expect(pay(db, made.buyer, made.tradeNo, 'alipay_qr')).rejects.toMatchObject({ code: 503 });
      const again = await pay(db, made.buyer, made.tradeNo, 'alipay_qr');
      alipay.take(again.pay_no);
      await alipay.sendNotice(again.pay_no);
      expect(await statusOf(made.no)).toBe('to_ship');
    },
  );

  it('for an hour: what was paid and given back meanwhile is done when it is back', async () => {
    const [asked, given] = [await begun(), await paidBy()];
    alipay.take(asked.payNo);
    for (const act of ['query', 'close', 'refund', 'refund.query'] as const) alipay.trouble(act, 'down', 30);
    await giveUp(given.no);
    for (let at = 1; at <= 60; at += 10) {
      await askProviders(db, later(at * minute));
      await runRefunds(db, later(at * minute));
    }
    expect(await statusOf(asked.no)).toBe('to_pay');
    alipay.restore();
    await askProviders(db, later(180 * minute));
    await runRefunds(db, later(180 * minute));
    expect((await paymentOf(asked.payNo)).remoteState).toBe('done');
    expect(alipay.given(given.payNo)).toEqual([given.amount]);
  });

  it('told, asked and cancelled at once: it pays the order or comes back whole', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await begun(ways[round % 2]);
      alipay.take(made.payNo);
      await Promise.allSettled([
        alipay.sendNotice(made.payNo),
        cancelMyOrder(contextOf(db, made.buyer), { no: made.no }),
        askProviders(db, later(61_000)),
        alipay.sendNotice(made.payNo),
      ]);
      await askProviders(db, later(5 * minute));
      await runRefunds(db, later(10 * minute));
      const isPaid = (await statusOf(made.no)) === 'to_ship';
      expect(alipay.given(made.payNo)).toEqual(isPaid ? [] : [made.amount]);
    }
  });
});

describe('a refund', () => {
  it.each(['lost', 'forged', 'down'] as const)('whose answer got lost (%s) goes back once', async (kind) => {
    const made = await paidBy();
    alipay.trouble('refund', kind, kind === 'lost' ? 2 : 1);
    await giveUp(made.no);
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'unknown' }]);
    await Promise.all([1, 2, 3].map(() => runRefunds(db, later(2 * minute))));
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
    expect(alipay.given(made.payNo)).toEqual([made.amount]);
    expect(alipay.count('refund', made.no.slice(1))).toBe(kind === 'forged' ? 1 : 2);
  });

  it('that takes its time is done by its notice, which is not believed alone', async () => {
    const made = await paidBy();
    alipay.next.isSlow = true;
    await giveUp(made.no);
    const [row] = await refundsOf(made.payNo);
    expect(row).toMatchObject({ status: 'sent' });
    const about = { out_biz_no: row!.no, refund_fee: formatYuan(row!.amount), trade_status: 'TRADE_CLOSED' };
    expect(await alipay.sendNotice(made.payNo, about)).toMatchObject({ body: 'success' });
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'sent' }]);
    alipay.refunds.get(row!.no)!.isThrough = true;
    expect(await alipay.sendNotice(made.payNo, about)).toMatchObject({ body: 'success' });
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
  });

  it('that is refused is owed, tried again, and an alarm', async () => {
    const made = await paidBy();
    const { tradeNo, amount } = alipay.trades.get(made.payNo)!;
    alipay.refunds.set('other', { no: 'other', tradeNo, amount, isThrough: true });
    await giveUp(made.no);
    const [owed] = await refundsOf(made.payNo);
    expect(owed).toMatchObject({ status: 'failed' });
    const [failure] = await db.select().from(jobFailure).where(eq(jobFailure.rowKey, owed!.no));
    expect(failure!.error).toContain('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    alipay.refunds.delete('other');
    await runRefunds(db, later(10 * minute));
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
  });
});
