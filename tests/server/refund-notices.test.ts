/**
 * Notices of refunds, a table over both payment houses: one that is wrong changes nothing and is logged, the true one is taken
 * once, and none is needed.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { log } from '#lib/server/core/process/log.ts';
import { message, orderLine, payment, refund } from '#lib/server/db/schema.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openFaultyProviders } from '#tests/support/faulty-providers.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counterparts = await openFaultyProviders();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const later = (ms: number) => new Date(Date.now() + ms);
const minute = 60_000;

beforeEach(() => void completeEnv({ ...counterparts.wechat.env, ...counterparts.alipay.env }));
afterEach(() => void vi.restoreAllMocks());

const refundsOf = (payNo: string) =>
  db.select().from(refund).where(eq(refund.payNo, payNo)).orderBy(refund.createdAt);
const rowOf = async (no: string) => (await db.select().from(refund).where(eq(refund.no, no)))[0]!;

describe.each(['wechat', 'alipay'] as const)('%s', (name) => {
  const counterpart = counterparts[name];

  async function paid() {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
    const { pay_no: payNo } = await pay(db, buyer!, trade_no, counterpart.way);
    expect(counterpart.take(payNo)).toBe(true);
    expect(await counterpart.sendNotice(payNo)).toBe(200);
    const [row] = await db.select().from(payment).where(eq(payment.no, payNo));
    return { payNo, no: orders[0]!.no, amount: row!.amount, companyId: buyer!.companyId };
  }

  /** A refund that the house has taken up, told of by nobody yet; it may be through there. */
  async function onItsWay({ isThrough = true } = {}) {
    const made = await paid();
    counterpart.slow();
    await refundOrder(byStaff(db), { no: made.no, reason: '不要了' });
    const [row] = await refundsOf(made.payNo);
    expect(row).toMatchObject({ status: 'sent', amount: made.amount });
    if (isThrough) counterpart.settle(row!.no);
    return { ...made, refundNo: row!.no };
  }

  const timesNotified = async (companyId: number) =>
    (await db.select().from(message).where(eq(message.companyId, companyId))).filter(
      ({ kind }) => kind === 'refund',
    ).length;

  it.each([
    ['amount', 422],
    ['paid', 422],
    ['payment', 422],
    ['merchant', 403],
    ['key', 403],
    ['number', 404],
  ] as const)(
    'with a wrong %s (%i) changes nothing and is logged; the true one is taken',
    async (wrong, code) => {
      const [made, other] = [await onItsWay(), await paid()];
      const before = await rowOf(made.refundNo);
      const warn = vi.spyOn(log(), 'warn');
      expect(await counterpart.notifyRefund(made.refundNo, wrong, other.payNo)).toBe(code);
      expect(await rowOf(made.refundNo)).toEqual(before);
      expect(counterpart.count('standing', made.refundNo)).toBe(0);
      expect(await refundsOf(other.payNo)).toEqual([]);
      expect(warn).toHaveBeenCalledWith(
        expect.objectContaining({ provider: counterpart.way, code }),
        expect.stringContaining('a notify was refused: '),
      );
      expect(await counterpart.notifyRefund(made.refundNo)).toBe(200);
      expect(await rowOf(made.refundNo)).toMatchObject({ status: 'done' });
      expect(counterpart.given(made.payNo)).toEqual([made.amount]);
    },
  );

  it('three times at once, and again later, is one refund, told once', async () => {
    const made = await onItsWay();
    const answers = await Promise.all([1, 2, 3].map(() => counterpart.notifyRefund(made.refundNo)));
    expect(answers).toEqual([200, 200, 200]);
    const done = await rowOf(made.refundNo);
    expect(done).toMatchObject({ status: 'done' });
    expect(await counterpart.notifyRefund(made.refundNo)).toBe(200);
    await runRefunds(db, later(90 * minute));
    expect(await rowOf(made.refundNo)).toEqual(done);
    expect([counterpart.given(made.payNo), await timesNotified(made.companyId)]).toEqual([[made.amount], 1]);
    expect(counterpart.count('refund', made.no.slice(1))).toBe(1);
  });

  it.each(['cut', 'lost', 'forged', 'down', 'amount'] as const)(
    'whose question to the house has no true answer (%s) is believed in nothing; it is asked about again',
    async (kind) => {
      const made = await onItsWay();
      counterpart.trouble('standing', kind);
      expect(await counterpart.notifyRefund(made.refundNo)).toBe(200);
      expect(await rowOf(made.refundNo)).toMatchObject({ status: 'unknown', doneAt: null });
      await runRefunds(db, later(5 * minute));
      expect(await rowOf(made.refundNo)).toMatchObject({ status: 'done' });
      expect(counterpart.given(made.payNo)).toEqual([made.amount]);
    },
  );

  it('that gets lost is made up for by asking', async () => {
    const made = await onItsWay({ isThrough: false });
    await runRefunds(db, later(2 * minute));
    expect(await rowOf(made.refundNo)).toMatchObject({ status: 'sent' });
    counterpart.settle(made.refundNo);
    await runRefunds(db, later(10 * minute));
    expect(await rowOf(made.refundNo)).toMatchObject({ status: 'done' });
  });

  it('of a part is taken beside the part that went back before', async () => {
    const made = await paid();
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, made.no));
    for (const quantity of [4, 6]) {
      counterpart.slow();
      const returns = [{ id: line!.id, quantity }];
      await refundOrder(byStaff(db), {
        no: made.no,
        reason: '商家缺货',
        cause: { kind: 'short', gifts: [] },
        returns,
      });
    }
    const both = await refundsOf(made.payNo);
    expect(both.map(({ status }) => status)).toEqual(['sent', 'sent']);
    for (const { no } of both) {
      counterpart.settle(no);
      expect(await counterpart.notifyRefund(no)).toBe(200);
      expect(await rowOf(no)).toMatchObject({ status: 'done' });
    }
    expect(counterpart.given(made.payNo).reduce((sum, one) => sum + one, 0)).toBe(made.amount);
  });
});
