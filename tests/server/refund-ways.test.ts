/**
 * One trade of sets and loose goods under a coupon, paid by a cash voucher, the balance and the counter together: however it
 * is taken apart, each way gives back its own part and never more than it took.
 */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goodsPlain, voucherDemo } from '#demo/seed/known.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import {
  cartLine,
  companyCoupon,
  coupon,
  orderLine,
  order as orderTable,
  payment,
  pointsLedger,
  refund,
  wallet,
} from '#lib/server/db/schema.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { failingFen } from '#lib/server/ports/payments/counter.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await openCounter();
await payFreely(db);
const money = 500_000;
const fromVoucher = 3_000;
const span = { validFrom: new Date(0), validTo: new Date(Date.now() + 86_400_000) };
/** Prices whose shares round. */
const loose = await makeGoods(db, goodsPlain, 100_000, { price: 1_001, memberPrice: 1_001 });
const parts = [
  await makeGoods(db, goodsPlain, 100_000, { merchantId: 1 }),
  await makeGoods(db, goodsPlain, 100_000, { merchantId: 1 }),
];
const set = await makeActivity(
  db,
  { kind: 'combination', merchantId: 1, config: { price: 1_999, limitQuantity: 0 } },
  parts.map((goodsId, at) => ({ goodsId, role: 'part' as const, quantity: at + 1 })),
);
const [lowers] = await db
  .insert(coupon)
  .values({
    name: '测试券',
    threshold: 1_000,
    value: 777,
    total: 1_000,
    claimFrom: span.validFrom,
    claimTo: span.validTo,
    ...span,
  })
  .returning({ id: coupon.id });

/** What can be sent back by itself: a loose line, or the parts of a set together. `most`: pieces, or sets. */
interface Unit {
  no: string;
  most: number;
  lines: { id: number; each: number }[];
}

async function bought(numbers: { pieces: number; sets: number }, share: number) {
  const [buyer] = await makeBuyers(db, 1, money);
  const { userId, companyId } = buyer!;
  const own = await db
    .insert(companyCoupon)
    .values([
      { couponId: lowers!.id, companyId, ...span },
      { couponId: voucherDemo, companyId, balance: fromVoucher, ...span },
    ])
    .returning({ id: companyCoupon.id });
  const rows = await db
    .insert(cartLine)
    .values([
      { userId, companyId, goodsId: loose, number: numbers.pieces, kind: 'normal' as const },
      { userId, companyId, activityId: set.id, number: numbers.sets, kind: 'combination' as const },
    ])
    .returning({ id: cartLine.id });
  const ids = rows.map(({ id }) => id);
  const trade = await place(db, buyer!, { ids, more: { vouchers: [own[1]!.id] } });
  const asked = parseYuan(trade.pay_amount);
  const wanted = Math.max(1, Math.min(asked - 2, Math.floor(asked * share)));
  // What ends in these fen the counter does not take at all.
  const balance = (asked - wanted) % 100 === failingFen ? wanted + 1 : wanted;
  const begun = await pay(db, buyer!, trade.trade_no, 'sandbox', new Date(), formatYuan(balance));
  await press(db, begun.redirect, 'silent');
  await sendNotice(noticeOf(begun.pay_no, asked - balance));
  const nos = trade.orders.map(({ no }) => no);
  const lines = await db.select().from(orderLine).where(inArray(orderLine.orderNo, nos));
  const sold = lines.filter(({ kind }) => kind === 'normal' || kind === 'combination');
  const units = [...Map.groupBy(sold, ({ kind }) => kind)].map(([kind, all]): Unit => {
    const most = kind === 'normal' ? numbers.pieces : numbers.sets;
    return {
      no: all[0]!.orderNo,
      most,
      lines: all.map(({ id, quantity }) => ({ id, each: quantity / most })),
    };
  });
  return { companyId, nos, units, asked, balance, voucher: own[1]!.id, coupon: own[0]!.id };
}

type Bought = Awaited<ReturnType<typeof bought>>;

/** Fen that each way took, and has given back so far; the voucher's, its coupon's and the points' state. */
async function standOf({ companyId, voucher, coupon: lowered, nos }: Bought) {
  // An answer of the counter that got lost is asked for again.
  await runRefunds(db, new Date(Date.now() + 3_600_000));
  const paid = await db
    .select()
    .from(payment)
    .where(and(eq(payment.companyId, companyId), eq(payment.status, 'paid')));
  const back = await db
    .select()
    .from(refund)
    .where(and(eq(refund.companyId, companyId), isNotNull(refund.orderNo)));
  expect(back.every(({ status }) => status === 'done')).toBe(true);
  const of = (provider: string) => ({
    took: paid.filter((one) => one.provider === provider).reduce((sum, one) => sum + one.amount, 0),
    gave: back.filter((one) => one.provider === provider).reduce((sum, one) => sum + one.amount, 0),
  });
  const own = await db
    .select()
    .from(companyCoupon)
    .where(inArray(companyCoupon.id, [voucher, lowered]))
    .orderBy(companyCoupon.id);
  const [held] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  const points = await db.select().from(pointsLedger).where(eq(pointsLedger.companyId, companyId));
  const orders = await db.select().from(orderTable).where(inArray(orderTable.no, nos));
  return {
    balance: of('balance'),
    counter: of('sandbox'),
    voucherBack: own[1]!.balance ?? 0,
    couponState: own[0]!.status,
    wallet: held!.balance,
    points: held!.points,
    pointsEntered: points.reduce((sum, one) => sum + one.amount, 0),
    freight: orders.reduce((sum, one) => sum + one.shippingAmount, 0),
    refunded: orders.reduce((sum, one) => sum + one.refundedAmount, 0),
  };
}

it('gives back by each way in proportion, in whole sets, with coupon, voucher and points, never more than was paid', {
  timeout: 120_000,
}, async () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4 })), { maxLength: 5 });
  const numbers = fc.record({
    pieces: fc.integer({ min: 5, max: 17 }),
    sets: fc.integer({ min: 2, max: 5 }),
  });
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  await fc.assert(
    fc.asyncProperty(numbers, share, steps, fc.boolean(), async (many, ratio, some, isReceived) => {
      const made = await bought(many, ratio);
      expect(made.units).toHaveLength(2);
      for (const no of isReceived ? made.nos : []) {
        await shipOrder(byStaff(db), { no });
        await receiveOrder(byStaff(db), { no });
      }
      const before = await standOf(made);
      expect([before.balance.took, before.counter.took]).toEqual([made.balance, made.asked - made.balance]);
      expect(before).toMatchObject({ voucherBack: 0, couponState: 'used', wallet: money - made.balance });
      expect(before.points > 0).toBe(isReceived);

      const left = new Map(made.units.map((unit) => [unit, unit.most]));
      const last = made.units.map((unit) => [unit, Number.POSITIVE_INFINITY] as const);
      const requests = [
        ...some.map(([isSet, wanted]) => [made.units[isSet ? 1 : 0]!, wanted] as const),
        ...last,
      ];
      for (const [at, [unit, wanted]] of requests.entries()) {
        const pieces = Math.min(wanted, left.get(unit) ?? 0);
        if (pieces === 0) continue;
        left.set(unit, (left.get(unit) ?? 0) - pieces);
        const returns = unit.lines.map(({ id, each }) => ({ id, quantity: pieces * each }));
        await refundOrder(byStaff(db), { no: unit.no, returns, reason: '少要一些' });
        const { balance, counter, ...now } = await standOf(made);
        expect(balance.gave + counter.gave).toBe(now.refunded);
        expect(balance.gave).toBeLessThanOrEqual(balance.took);
        expect(counter.gave).toBeLessThanOrEqual(counter.took);
        expect(now.voucherBack).toBeLessThanOrEqual(fromVoucher);
        expect(now.wallet).toBe(money - balance.took + balance.gave);
        expect(now.points).toBe(now.pointsEntered);
        // A fen a refund may fall on either way.
        const fair = (now.refunded * balance.took) / made.asked;
        expect(Math.abs(balance.gave - fair)).toBeLessThanOrEqual(at + 1);
      }

      // All is back: but freight of what was sent, with the coupon only where nothing was.
      const { balance, counter, ...end } = await standOf(made);
      expect(balance.gave + counter.gave).toBe(made.asked - (isReceived ? end.freight : 0));
      expect(end.voucherBack).toBe(fromVoucher);
      expect(end.couponState).toBe(isReceived ? 'used' : 'unused');
      if (!isReceived || end.freight === 0) expect(end.wallet).toBe(money);
      if (end.freight === 0) expect(end.points).toBe(0);
    }),
    { numRuns: 12 },
  );
});
