/**
 * What payment houses answer, a table over both: a signed answer that is not so is believed in nothing, a key of ours that they
 * do not know stops nothing for good, and what begins, ends or is paid twice is paid once.
 */
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { reconcileBills } from '#lib/server/bills/reconcile.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  jobFailure,
  order as orderTable,
  payment,
  providerBill,
  refund,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Lie, openFaultyProviders } from '#tests/support/faulty-providers.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counterparts = await openFaultyProviders();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);
const right = { ...counterparts.wechat.env, ...counterparts.alipay.env };

beforeEach(() => {
  completeEnv(right);
  for (const counterpart of Object.values(counterparts)) counterpart.noBill();
});

const paymentOf = async (no: string) => (await db.select().from(payment).where(eq(payment.no, no)))[0]!;
const statusOf = async (no: string) =>
  (await db.select().from(orderTable).where(eq(orderTable.no, no)))[0]!.status;
const refundsOf = (payNo: string) => db.select().from(refund).where(eq(refund.payNo, payNo));
const failureOf = async (job: string, key: string) =>
  (
    await db
      .select()
      .from(jobFailure)
      .where(and(eq(jobFailure.job, job), eq(jobFailure.rowKey, key)))
  )[0];

describe.each(['wechat', 'alipay'] as const)('%s', (name) => {
  const counterpart = counterparts[name];
  const lies: readonly Lie[] = name === 'wechat' ? ['amount', 'merchant', 'number'] : ['amount', 'number'];

  async function unpaid(balance = 0) {
    const [buyer] = await makeBuyers(db, 1, balance);
    const { trade_no: tradeNo, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
    return { buyer: buyer!, tradeNo, no: orders[0]!.no };
  }

  async function begun(balance = 0) {
    const made = await unpaid(balance);
    const { pay_no: payNo } = await pay(db, made.buyer, made.tradeNo, counterpart.way);
    return { ...made, payNo, amount: (await paymentOf(payNo)).amount };
  }

  async function paid() {
    const made = await begun();
    expect(counterpart.take(made.payNo)).toBe(true);
    expect(await counterpart.sendNotice(made.payNo)).toBe(200);
    return made;
  }

  describe('a signed answer that is not so', () => {
    it.each(lies)('about a payment (%s) pays nothing and is listed; the true one pays', async (lie) => {
      const made = await begun();
      counterpart.take(made.payNo);
      counterpart.trouble('query', lie, 2);
      await askProviders(db, later(2 * minute));
      expect(await failureOf('askProviders', made.payNo)).toMatchObject({ tries: 1 });
      // Whoever looks is told what is known.
      expect(await getPayment(contextOf(db, made.buyer), { no: made.payNo })).toMatchObject({
        status: 'pending',
      });
      expect([await statusOf(made.no), (await paymentOf(made.payNo)).status]).toEqual(['to_pay', 'pending']);
      await askProviders(db, later(10 * minute));
      expect([await statusOf(made.no), (await paymentOf(made.payNo)).status]).toEqual(['to_ship', 'paid']);
      expect(await failureOf('askProviders', made.payNo)).toBeUndefined();
      expect(await refundsOf(made.payNo)).toEqual([]);
    });

    it('about a refund (amount) does not end it, and it is not sent twice', async () => {
      const made = await paid();
      counterpart.trouble('refund', 'amount');
      counterpart.trouble('standing', 'amount');
      await refundOrder(byStaff(db), { no: made.no, reason: '不要了' });
      const [row] = await refundsOf(made.payNo);
      expect(row).toMatchObject({ status: 'unknown' });
      await runRefunds(db, later(2 * minute));
      expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'unknown' }]);
      expect((await failureOf('runRefunds', row!.no))!.error).toContain('is of another amount');
      await runRefunds(db, later(30 * minute));
      expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
      expect([counterpart.given(made.payNo), counterpart.count('refund', row!.no)]).toEqual([
        [made.amount],
        1,
      ]);
    });
  });

  describe('a key of ours that they do not know', () => {
    it('while it is asked and closed: nothing is taken for paid or closed, then it is', async () => {
      const [asked, closed] = [await begun(), await begun()];
      for (const { payNo } of [asked, closed]) counterpart.take(payNo);
      await cancelMyOrder(contextOf(db, closed.buyer), { no: closed.no });
      completeEnv(counterpart.wrongKey);
      await askProviders(db, later(2 * minute));
      for (const { payNo } of [asked, closed])
        expect((await failureOf('askProviders', payNo))!.error).toContain('_PRIVATE_KEY');
      expect([await statusOf(asked.no), counterpart.given(closed.payNo)]).toEqual(['to_pay', []]);
      completeEnv(right);
      await askProviders(db, later(10 * minute));
      await runRefunds(db, later(20 * minute));
      expect([await statusOf(asked.no), counterpart.given(closed.payNo)]).toEqual([
        'to_ship',
        [closed.amount],
      ]);
    });

    it('while money goes back: it is owed, listed, and given once', async () => {
      const made = await paid();
      completeEnv(counterpart.wrongKey);
      await refundOrder(byStaff(db), { no: made.no, reason: '不要了' });
      const [row] = await refundsOf(made.payNo);
      expect(row).toMatchObject({ status: 'unknown' });
      expect((await failureOf('runRefunds', row!.no))!.error).toContain('_PRIVATE_KEY');
      completeEnv(right);
      await runRefunds(db, later(10 * minute));
      expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
      expect(counterpart.given(made.payNo)).toEqual([made.amount]);
    });

    it('while a bill is fetched: it rests, is listed, and is read once', async () => {
      await db.delete(providerBill);
      const made = await paid();
      const today = dayKey(Date.now());
      const key = `${name} ${today}`;
      const morrow = new Date(findDay(today)! + 36 * 60 * minute);
      counterpart.bill([counterpart.lineOf(made.payNo)]);
      completeEnv(counterpart.wrongKey);
      await reconcileBills(db, morrow);
      expect((await failureOf('reconcileBills', key))!.error).toContain('_PRIVATE_KEY');
      completeEnv(right);
      await reconcileBills(db, new Date(morrow.getTime() + 6 * 60 * minute));
      expect(await failureOf('reconcileBills', key)).toBeUndefined();
      const read = await db
        .select()
        .from(providerBill)
        .where(and(eq(providerBill.source, name), eq(providerBill.day, today)));
      expect(read).toHaveLength(1);
    });
  });

  it('away for an hour while a buyer presses on and on: one payment in the end, and nothing of the tries', async () => {
    const made = await unpaid();
    counterpart.trouble('order', 'down', 20);
    counterpart.trouble('query', 'down', 20);
    counterpart.trouble('close', 'down', 20);
    for (let at = 0; at < 25; at += 5) {
      await expect(
        pay(db, made.buyer, made.tradeNo, counterpart.way, later(at * minute)),
      ).rejects.toMatchObject({
        code: 503,
      });
      await askProviders(db, later((at + 2) * minute));
    }
    const tries = await db.select().from(payment).where(eq(payment.companyId, made.buyer.companyId));
    counterpart.restore();
    const { pay_no: payNo } = await pay(db, made.buyer, made.tradeNo, counterpart.way, later(27 * minute));
    expect(counterpart.take(payNo)).toBe(true);
    expect(await counterpart.sendNotice(payNo)).toBe(200);
    await askProviders(db, later(120 * minute));
    for (const { no } of tries) {
      expect(counterpart.take(no)).toBe(false);
      expect((await paymentOf(no)).askAt).toBeNull();
    }
    expect([await statusOf(made.no), (await paymentOf(payNo)).status]).toEqual(['to_ship', 'paid']);
    expect(counterpart.given(payNo)).toEqual([]);
  });

  it('told of while our own books are away: it is not said to be heard, and pays when it is told again', async () => {
    const made = await begun();
    counterpart.take(made.payNo);
    await pool.query('alter table payment_trade rename to away');
    expect(await counterpart.sendNotice(made.payNo)).toBeGreaterThanOrEqual(500);
    await pool.query('alter table away rename to payment_trade');
    expect(await statusOf(made.no)).toBe('to_pay');
    expect(await counterpart.sendNotice(made.payNo)).toBe(200);
    expect([await statusOf(made.no), await refundsOf(made.payNo)]).toEqual(['to_ship', []]);
  });

  it('begun in two tabs and paid in both: one pays, the other comes back', async () => {
    const made = await unpaid();
    const both = await Promise.all([1, 2].map(() => pay(db, made.buyer, made.tradeNo, counterpart.way)));
    for (const { pay_no } of both) expect(counterpart.take(pay_no)).toBe(true);
    await Promise.all(both.map(({ pay_no }) => counterpart.sendNotice(pay_no)));
    await runRefunds(db, later(minute));
    const rows = await Promise.all(both.map(({ pay_no }) => paymentOf(pay_no)));
    expect(rows.map(({ status }) => status).sort()).toEqual(['paid', 'refunded']);
    expect(both.flatMap(({ pay_no }) => counterpart.given(pay_no))).toEqual([rows[0]!.amount]);
  });

  it('closed three times at once is closed, and asked about no more', async () => {
    const made = await begun();
    await cancelMyOrder(contextOf(db, made.buyer), { no: made.no });
    await Promise.all([1, 2, 3].map(() => askProviders(db, later(0))));
    await askProviders(db, later(60 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'closed', askAt: null });
    // A code of 支付宝 that nobody scanned cannot be closed there: its money comes back.
    if (counterpart.take(made.payNo)) expect(await counterpart.sendNotice(made.payNo)).toBe(200);
    expect(counterpart.given(made.payNo)).toEqual(name === 'alipay' ? [made.amount] : []);
  });

  it.each(['told', 'found'] as const)(
    'away for an hour as a payment is closed, which is paid there and by the balance: the trade is paid once (%s)',
    async (how) => {
      const made = await begun(1_000_000);
      await pay(db, made.buyer, made.tradeNo, 'balance');
      expect(await statusOf(made.no)).toBe('to_ship');
      for (const act of ['query', 'close', 'refund', 'standing'] as const)
        counterpart.trouble(act, 'down', 60);
      for (let at = 0; at < 30; at += 10) await askProviders(db, later(at * minute));
      // Their cashier is open all the while: the close never came there.
      expect(counterpart.take(made.payNo)).toBe(true);
      if (how === 'told') expect(await counterpart.sendNotice(made.payNo)).toBe(200);
      for (let at = 30; at <= 60; at += 10) {
        await askProviders(db, later(at * minute));
        await runRefunds(db, later(at * minute));
      }
      expect(counterpart.given(made.payNo)).toEqual([]);
      expect((await paymentOf(made.payNo)).askAt === null).toBe(how === 'told');
      counterpart.restore();
      for (const at of [180, 300]) {
        await askProviders(db, later(at * minute));
        await runRefunds(db, later(at * minute));
      }
      expect(await paymentOf(made.payNo)).toMatchObject({ status: 'refunded', askAt: null });
      expect(counterpart.given(made.payNo)).toEqual([made.amount]);
      const spent = await db
        .select()
        .from(walletLedger)
        .where(eq(walletLedger.companyId, made.buyer.companyId))
        .orderBy(walletLedger.id);
      expect(spent.map(({ amount }) => amount)).toEqual([1_000_000, -made.amount]);
      expect(await statusOf(made.no)).toBe('to_ship');
    },
  );
});
