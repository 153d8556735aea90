/**
 * Faults that both payment houses bring about alike, a table over the two: top-ups, closing, and daily bills. What each house
 * alone does stands in wechat-pay.test.ts and alipay.test.ts, where a process is gone in payment-kills.test.ts.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { reconcileBills } from '#lib/server/bills/reconcile.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { company, jobFailure, message, payment, providerBill, refund } from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { getTopUp, startTopUp } from '#lib/server/paying/top-up.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { findWallet } from '#lib/server/ports/payments/wallet-rows.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openFaultyProviders } from '#tests/support/faulty-providers.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counterparts = await openFaultyProviders();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);

beforeEach(() => {
  completeEnv({ ...counterparts.wechat.env, ...counterparts.alipay.env });
  for (const counterpart of Object.values(counterparts)) counterpart.noBill();
});

async function newBuyer(): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1);
  return buyer!;
}

const balanceOf = async ({ companyId }: Account) => (await findWallet(db, companyId)).balance;
const rowOf = async (no: string) => (await db.select().from(payment).where(eq(payment.no, no)))[0]!;
const notified = async ({ companyId }: Account, kind: 'wallet' | 'refund') =>
  (
    await db
      .select()
      .from(message)
      .where(and(eq(message.companyId, companyId), eq(message.kind, kind)))
  ).length;

describe.each(['wechat', 'alipay'] as const)('%s', (name) => {
  const counterpart = counterparts[name];
  const topUp = (buyer: Account) =>
    startTopUp(contextOf(db, buyer), { amount: '200', provider: counterpart.way });

  describe('a top-up', () => {
    it.each(['cut', 'lost', 'forged', 'down'] as const)(
      'whose beginning has no answer (%s) goes on under its number, and is entered once',
      async (kind) => {
        const buyer = await newBuyer();
        counterpart.trouble('order', kind);
        expect(await refusalOf(topUp(buyer))).toMatchObject({ code: 503 });
        const { pay_no: no } = await topUp(buyer);
        expect(await db.select().from(payment).where(eq(payment.companyId, buyer.companyId))).toHaveLength(1);
        expect(counterpart.take(no)).toBe(true);
        expect(await counterpart.sendNotice(no)).toBe(200);
        expect([await balanceOf(buyer), await notified(buyer, 'wallet')]).toEqual([20_000, 1]);
      },
    );

    it('told three times at once, asked for and told again is entered once, and said once', async () => {
      const buyer = await newBuyer();
      const { pay_no: no } = await topUp(buyer);
      counterpart.take(no);
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => counterpart.sendNotice(no)),
        askProviders(db, later(2 * minute)),
      ]);
      expect(answers.slice(0, 3)).toEqual([200, 200, 200]);
      expect(await counterpart.sendNotice(no)).toBe(200);
      expect([await balanceOf(buyer), await notified(buyer, 'wallet')]).toEqual([20_000, 1]);
      expect(counterpart.given(no)).toEqual([]);
    });

    it.each([
      ['amount', 422],
      ['merchant', 403],
      ['app', 403],
      ['key', 403],
    ] as const)('told of with a wrong %s (%i) is no money; told rightly it is', async (what, code) => {
      const buyer = await newBuyer();
      const { pay_no: no } = await topUp(buyer);
      counterpart.take(no);
      expect(await counterpart.sendNotice(no, what)).toBe(code);
      expect(await balanceOf(buyer)).toBe(0);
      expect(await counterpart.sendNotice(no)).toBe(200);
      expect(await balanceOf(buyer)).toBe(20_000);
    });

    it('is unknown while the house is down for an hour, and entered when it is back', async () => {
      const buyer = await newBuyer();
      const { pay_no: no } = await topUp(buyer);
      counterpart.take(no);
      counterpart.trouble('query', 'down', 40);
      for (let at = 2; at <= 62; at += 10) await askProviders(db, later(at * minute));
      expect(await rowOf(no)).toMatchObject({ status: 'pending', remoteState: 'unknown' });
      expect(await getTopUp(contextOf(db, buyer), { no })).toMatchObject({ is_open: 1 });
      expect(await balanceOf(buyer)).toBe(0);
      counterpart.restore();
      await askProviders(db, later(200 * minute));
      expect([await balanceOf(buyer), await notified(buyer, 'wallet')]).toEqual([20_000, 1]);
    });

    it.each(['lost', 'forged', 'down'] as const)(
      'of a company that was closed goes back once, also where that has no answer (%s)',
      async (kind) => {
        const buyer = await newBuyer();
        const { pay_no: no } = await topUp(buyer);
        await db.update(company).set({ status: 'closed' }).where(eq(company.id, buyer.companyId));
        counterpart.take(no);
        counterpart.trouble('refund', kind);
        expect(await counterpart.sendNotice(no)).toBe(200);
        expect(await db.select().from(refund).where(eq(refund.payNo, no))).toMatchObject([
          { status: 'unknown' },
        ]);
        await Promise.all([1, 2, 3].map(() => runRefunds(db, later(2 * minute))));
        expect(await db.select().from(refund).where(eq(refund.payNo, no))).toMatchObject([
          { status: 'done' },
        ]);
        expect([counterpart.given(no), await balanceOf(buyer)]).toEqual([[20_000], 0]);
      },
    );
  });

  describe('closing', () => {
    it.each(['cut', 'lost', 'forged', 'down'] as const)(
      'without an answer (%s) is tried again; what had come before goes back once, and the buyer is told',
      async (kind) => {
        const buyer = await newBuyer();
        const { trade_no, orders } = await order(db, buyer, [{ goodsId, number: 10 }]);
        const { pay_no: no } = await pay(db, buyer, trade_no, counterpart.way);
        counterpart.take(no);
        await cancelMyOrder(contextOf(db, buyer), { no: orders[0]!.no });
        counterpart.trouble('close', kind);
        await askProviders(db, later(0));
        expect(counterpart.given(no)).toEqual([]);
        await askProviders(db, later(5 * minute));
        await runRefunds(db, later(10 * minute));
        const { amount, status, askAt } = await rowOf(no);
        expect([status, askAt, counterpart.given(no)]).toEqual(['refunded', null, [amount]]);
        expect(await notified(buyer, 'refund')).toBe(1);
      },
    );
  });

  describe('a bill', () => {
    it.each(['cut', 'lost', 'forged', 'down'] as const)(
      'that has no answer (%s) rests, is an alarm of the desk’s list, and is read once when there is one',
      async (kind) => {
        await db.delete(providerBill);
        await db.delete(jobFailure);
        const buyer = await newBuyer();
        const { pay_no: no } = await topUp(buyer);
        counterpart.take(no);
        await counterpart.sendNotice(no);
        const today = dayKey(Date.now());
        const morrow = new Date(findDay(today)! + 36 * 60 * minute);
        const read = () =>
          db
            .select()
            .from(providerBill)
            .where(and(eq(providerBill.source, name), eq(providerBill.day, today)));
        counterpart.bill([counterpart.lineOf(no)]);
        counterpart.trouble('bill', kind, 20);
        expect((await reconcileBills(db, morrow)).failed).toBeGreaterThan(0);
        expect(await read()).toEqual([]);
        const failed = await db
          .select()
          .from(jobFailure)
          .where(inArray(jobFailure.rowKey, [`${name} ${today}`]));
        expect(failed).toHaveLength(1);
        counterpart.restore();
        const next = new Date(morrow.getTime() + 6 * 60 * minute);
        await Promise.all([reconcileBills(db, next), reconcileBills(db, next)]);
        expect(await read()).toHaveLength(1);
      },
    );
  });
});
