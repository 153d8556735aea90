/**
 * What can be invoiced is computed twice: by SQL for the open list (`lineTarget`, `openOrders`), and by the rule for the
 * invoice itself (`toInvoice`). Both come to the same fen for every kind of order, and for lines at random.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { activities, goodsPlain, goodsRebate, goodsWithGift } from '#demo/seed/known.ts';
import { toInvoice } from '#lib/rules/invoices/invoiceable.ts';
import { formatYuan, parseYuan, shareOf } from '#lib/rules/money/money.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { addCombination } from '#lib/server/activities/combination.ts';
import { joinGroupBuy } from '#lib/server/activities/join.ts';
import { settleGroupBuys } from '#lib/server/activities/settle.ts';
import { issueToCompany } from '#lib/server/coupons/rows.ts';
import { orderLine, order as orderTable } from '#lib/server/db/schema.ts';
import { lockOrders } from '#lib/server/invoices/ask-rows.ts';
import { buildParts } from '#lib/server/invoices/build.ts';
import { lineTarget, redTarget, searchOpenOrders } from '#lib/server/invoices/open-rows.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { creditPromises } from '#lib/server/orders/due.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import { contextOf, fillCart, makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db } = await testDatabase();
await openCounter();
await payFreely(db);
/** 10.01 yuan a piece: shares of it round. */
const odd = await makeGoods(db, goodsPlain, 100_000, { price: 1001, memberPrice: 1001, withCoupon: false });
const rebated = await makeGoods(db, goodsRebate, 100_000, { rebate: 30, withCoupon: false });

interface Made {
  buyer: Account;
  tradeNo: string;
  no: string;
  amount: string;
}

async function placed(
  put: (buyer: Account) => Promise<number[]>,
  more?: (buyer: Account) => Promise<Record<string, unknown>>,
): Promise<Made> {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const ids = await put(buyer!);
  const trade = await place(db, buyer!, { ids, ...(more && { more: await more(buyer!) }) });
  return { buyer: buyer!, tradeNo: trade.trade_no, no: trade.orders[0]!.no, amount: trade.pay_amount };
}
const plain = (number = 20, goodsId = odd) => placed((buyer) => fillCart(db, buyer, [{ goodsId, number }]));
const paid = async (made: Made) => {
  await pay(db, made.buyer, made.tradeNo);
  return made;
};
const linesOf = (no: string) =>
  db.select().from(orderLine).where(eq(orderLine.orderNo, no)).orderBy(orderLine.id);

/** Ships all that is left, or so many pieces of the first line. */
async function shipped(made: Made, pieces?: number): Promise<Made> {
  const [first] = await linesOf(made.no);
  const lines = pieces === undefined ? undefined : [{ id: first!.id, pieces }];
  const parcel = { carrier: '顺丰速运', trackingNo: `SF${randomUUID().slice(0, 12)}` };
  await shipOrder(byStaff(db), { no: made.no, ...parcel, ...(lines && { lines }) });
  return made;
}

/** Gives so many pieces of the first line back; of every line with `all`. */
async function refunded(made: Made, pieces: number | 'all'): Promise<Made> {
  const lines = await linesOf(made.no);
  const returns =
    pieces === 'all'
      ? lines.map(({ id, quantity }) => ({ id, quantity }))
      : [{ id: lines[0]!.id, quantity: pieces }];
  await refundOrder(byStaff(db), { no: made.no, reason: '不要了', returns });
  return made;
}

async function group(): Promise<Made> {
  const goodsId = await makeGoods(db, goodsPlain, 1000);
  const config = { goal: 4, minQuantity: 2 };
  const values = { kind: 'group_buy' as const, merchantId: 1, config };
  const { id } = await makeActivity(db, values, [{ goodsId, price: 333, stock: 100 }]);
  return placed(async (buyer) => [(await joinGroupBuy(contextOf(db, buyer), { id, number: 7 })).id]);
}

async function mixed(): Promise<Made> {
  const made = await plain(30);
  const begun = await pay(db, made.buyer, made.tradeNo, 'sandbox', new Date(), formatYuan(3_333));
  await press(db, begun.redirect, 'silent');
  await sendNotice(noticeOf(begun.pay_no, parseYuan(made.amount) - 3_333));
  return made;
}

const byVoucher = () =>
  placed(
    (buyer) => fillCart(db, buyer, [{ goodsId: odd, number: 30 }]),
    async ({ companyId }) => {
      const times = { validFrom: new Date(0), validTo: new Date('2999-01-01') };
      const given = { kind: 'voucher', name: '测试', remarks: '', threshold: 0, value: 7_777 } as const;
      return {
        vouchers: [await db.transaction((tx) => issueToCompany(tx, companyId, { ...given, ...times }))],
      };
    },
  );

async function credited(): Promise<Made> {
  const made = await shipped(await paid(await plain(3000, rebated)));
  await receiveOrder(byStaff(db), { no: made.no });
  await creditPromises(db, new Date(Date.now() + orderLimits.afterSale + 3_600_000));
  return made;
}

const set = () =>
  placed(async (buyer) => {
    const { added } = await addCombination(contextOf(db, buyer), { id: activities.combination, number: 2 });
    return [added[0]!.id];
  });
const gifted = () => placed((buyer) => fillCart(db, buyer, [{ goodsId: goodsWithGift, number: 120 }]));

/** `all`: what was paid and not given back; `none`; `some`: less than that. */
const cases: [what: string, make: () => Promise<Made>, expected: 'all' | 'some' | 'none'][] = [
  ['an unpaid order', plain, 'none'],
  [
    'a cancelled order',
    async () => {
      const made = await plain();
      await cancelMyOrder(contextOf(db, made.buyer), { no: made.no });
      return made;
    },
    'none',
  ],
  ['a paid order that is not shipped', async () => paid(await plain()), 'none'],
  ['a shipped order', async () => shipped(await paid(await plain())), 'all'],
  ['a small order with freight', async () => shipped(await paid(await plain(1))), 'all'],
  ['an order of which a part is shipped', async () => shipped(await paid(await plain()), 7), 'some'],
  [
    'a shipped part, and a part refunded that was not',
    async () => refunded(await shipped(await paid(await plain()), 7), 5),
    'some',
  ],
  ['the rest after a refund', async () => shipped(await refunded(await paid(await plain()), 3)), 'all'],
  [
    'a shipped order, partly refunded',
    async () => refunded(await shipped(await paid(await plain())), 3),
    'all',
  ],
  [
    'a shipped order, refunded whole',
    async () => refunded(await shipped(await paid(await plain())), 'all'),
    'all',
  ],
  ['an order refunded before shipping', async () => refunded(await paid(await plain()), 'all'), 'none'],
  ['an order with a gift', async () => shipped(await paid(await gifted())), 'all'],
  ['an order by voucher', async () => shipped(await paid(await byVoucher())), 'all'],
  [
    'one by voucher, partly refunded',
    async () => refunded(await shipped(await paid(await byVoucher())), 7),
    'all',
  ],
  ['an order whose cashback was paid', credited, 'all'],
  ['one whose cashback went back with a part', async () => refunded(await credited(), 1000), 'all'],
  ['a mixed payment', async () => shipped(await mixed()), 'all'],
  ['a mixed payment, partly refunded', async () => refunded(await shipped(await mixed()), 11), 'all'],
  ['sets', async () => shipped(await paid(await set())), 'all'],
  ['a group-buy that waits for others', async () => paid(await group()), 'none'],
  [
    'a group-buy that came about',
    async () => {
      const made = await paid(await group());
      await settleGroupBuys(db, new Date(Date.now() + 2 * 86_400_000));
      return shipped(made);
    },
    'all',
  ],
];

it.each(cases)('%s', async (_what, make, expected) => {
  const { buyer, no } = await make();
  const lines = await linesOf(no);
  for (const { goodsId } of lines)
    await makeSeller(db, await makeTaxed(db, goodsId), 'manual', '91330106MA2AYNWD8M');
  const now = new Date();
  const search = { now, nos: [no], month: null, merchantId: null, offset: 0, limit: 1 };
  const [open] = (await searchOpenOrders(db, buyer.companyId, search)).list;
  const parts = await db.transaction(async (tx) => {
    const { ready } = await buildParts(tx, await lockOrders(tx, buyer.companyId, [no]), now);
    return ready.flatMap((one) => one.parts);
  });
  const byRule = parts.reduce((sum, part) => sum + part.paid, 0);
  expect(open?.amount ?? 0).toBe(byRule);
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  const kept = row!.payAmount - row!.refundedAmount;
  if (expected === 'all') expect(byRule).toBe(kept);
  else if (expected === 'none') expect(byRule).toBe(0);
  else expect([byRule > 0, byRule < kept]).toEqual([true, true]);
});

/** Pseudo-random whole numbers from 0 to `most`, the same in each run. */
function numbers(seed: number): (most: number) => number {
  let at = seed;
  return (most) => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return at % (most + 1);
  };
}

it('5,000 lines at random come to the same fen', async () => {
  const next = numbers(41);
  const lines = Array.from({ length: 5_000 }, (_, at) => {
    const quantity = 1 + next(60);
    const paidFen = next(3) === 0 ? next(quantity) : next(500_000);
    const shippedQuantity = next(quantity);
    const sentRefundedQuantity = next(shippedQuantity);
    const refundedQuantity = sentRefundedQuantity + next(quantity - shippedQuantity);
    const back = shareOf(paidFen, refundedQuantity, quantity);
    // Money without goods may come back too.
    const refundedAmount = Math.min(paidFen, back + (next(4) === 0 ? next(2_000) : 0));
    return {
      ...{ at, quantity, gross: paidFen + next(1_000), paid: paidFen, refunded_amount: refundedAmount },
      shipped_quantity: shippedQuantity,
      refunded_quantity: refundedQuantity,
      sent_refunded_quantity: sentRefundedQuantity,
    };
  });
  const { rows } = await db.execute<{ target: number; red: number }>(sql`
    select ${lineTarget} as target, ${redTarget} as red from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(at int, quantity int, paid bigint, refunded_amount bigint, shipped_quantity int, refunded_quantity int,
        sent_refunded_quantity int) order by l.at`);
  const dueOf = (line: (typeof lines)[number], invoiced: number) =>
    toInvoice({
      ...{ quantity: line.quantity, gross: line.gross, paid: line.paid, invoicedPieces: 0, invoiced },
      shippedQuantity: line.shipped_quantity,
      refundedQuantity: line.refunded_quantity,
      sentRefundedQuantity: line.sent_refunded_quantity,
      refundedAmount: line.refunded_amount,
    }).paid;
  expect(rows.map(({ target }) => Number(target))).toEqual(lines.map((line) => dueOf(line, 0)));
  // What is too much of a line that is invoiced as a whole.
  const kept = lines.map((line) => line.paid + dueOf(line, line.paid));
  expect(rows.map(({ red }) => Number(red))).toEqual(kept);
});
