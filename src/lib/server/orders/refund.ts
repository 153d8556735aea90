/** Refunds items of a paid order (rules 3 and 4): the way it was paid, never more than that. */

import { AppError } from '#lib/contract/errors.ts';
import type { BackPart } from '#lib/rules/orders/money-back.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { lockGoods } from '../goods/stock-rows.ts';
import { type By, type LotBook, openBook } from '../lots/book.ts';
import { hasLots } from '../lots/rows.ts';
import { partOf } from '../payments/refund-place.ts';
import { sumOpen } from '../payments/refund-rows.ts';
import { runRefunds } from '../payments/refunds.ts';
import { type HeldOrder, ownLines, withLockedOrder } from './held-order.ts';
import { payBack, takePointsBack, vouchersBack } from './pay-back.ts';
import { listPlacedRefunds } from './placed-refund-rows.ts';
import { backOf, planOrderRefund, type RefundRequest } from './refund-plan.ts';
import { refundNoOf } from './refund-records.ts';
import { addRefunded, addRefundedToOrder } from './rows.ts';
import { settleRefund } from './settle-refund.ts';
import { refillVouchers } from './voucher-rows.ts';

export interface Refunded {
  /** Fen of money refunded, by any way. */
  amount: number;
  /** The part that its provider has not confirmed yet, fen. */
  openAmount: number;
  /** The ways of all parts, vouchers too. */
  parts: BackPart[];
  /** Fen of rebate and cashback that were credited already, and are taken back. */
  clawedBack: number;
  pieces: number;
}

/**
 * Refunds pieces of a paid order. Throws 409 in words when there is nothing to refund, too much is requested, or a
 * combination would be torn apart. The order's state follows: all refunded before shipping or after a refusal → 已关闭.
 */
export async function refundOrder(
  context: Context<'platform' | 'system'>,
  { no, ...request }: RefundRequest & { no: string },
): Promise<Refunded> {
  const { db, now } = context;
  const done = await withLockedOrder(context, no, 'order.refund', (tx, held) =>
    refundWithin(tx, held, request, { now, actor: recordOf(context) }),
  );
  for (const payNo of done.openPayments) await runRefunds(db, now, payNo);
  const { voucherAmount, ...refunded } = done.refunded;
  const placed = await listPlacedRefunds(db, no);
  const own = placed.filter(
    ({ refund }) => refund.no === done.refundNo || refund.no.startsWith(`${done.refundNo}-`),
  );
  const voucher: BackPart = {
    way: 'voucher',
    name: '现金券',
    amount: voucherAmount,
    state: 'done',
    instead: null,
  };
  const parts = [voucher, ...own.map(partOf)].filter(({ amount }) => amount > 0);
  return { ...refunded, parts, openAmount: await sumOpen(db, done.refundNos) };
}

export interface RefundDone {
  refunded: Omit<Refunded, 'openAmount' | 'parts'> & { voucherAmount: number };
  /** The refund's number; of several ways each has its own with this prefix. */
  refundNo: string;
  /** Payments with a refund to be carried out, and the numbers of these refunds. */
  openPayments: string[];
  refundNos: string[];
  /** Gifts that go back with the pieces, by order line, with the number of shipped ones. */
  gifts: { id: number; pieces: number }[];
}

interface RefundBy extends By {
  /** The book of the trade's items, where the transaction has it open already. */
  book?: LotBook;
}

/** The same within a transaction that holds the order. */
export async function refundWithin(
  tx: Tx,
  held: HeldOrder,
  request: RefundRequest,
  { now, actor, book: opened }: RefundBy,
): Promise<RefundDone> {
  const { order, all, lines } = held;
  if (!orderIs.paid(order.status)) throw new AppError(409, `订单${order.no}未付款或已结束，没有可退的款项`);
  const { reason, cause } = request;
  const plan = planOrderRefund(held, request);
  const pieces = plan.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (pieces + plan.gifts.length === 0) throw new AppError(409, `订单${order.no}没有可退的商品`);
  const before = ownLines(held).reduce((sum, line) => sum + line.refundedQuantity, 0);
  const refundNo = refundNoOf(order.no, before + 1);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const back = backOf(plan, byId, cause);

  // Before the wallet, in the order in which a payment locks, and while the lines are still as before the refund:
  // opening the book records missing lots.
  const touched = back.flatMap(({ id }) => byId.get(id)?.goodsId ?? []);
  const book = opened ?? (await lockBook(tx, [...new Set(touched)]));
  for (const { id, quantity, sent, amount } of back)
    await addRefunded(tx, id, { pieces: quantity, sent, amount });
  if (plan.total > 0) await addRefundedToOrder(tx, order.no, plan.total);
  await settleRefund(tx, held, back, { book, reason, cause, ref: refundNo, actor, now });
  // After the items, in the order in which placing an order locks.
  const vouchers = vouchersBack(plan, byId);
  if (vouchers.length > 0) await refillVouchers(tx, vouchers, 'refund', refundNo);
  const { open, clawedBack } = await payBack(tx, order, all, plan.total, refundNo, reason, now);
  await takePointsBack(tx, order, plan.total, { ref: refundNo, now });
  return {
    refunded: {
      amount: plan.total,
      voucherAmount: vouchers.reduce((sum, use) => sum + use.amount, 0),
      clawedBack,
      pieces,
    },
    refundNo,
    openPayments: open.map(({ payNo }) => payNo),
    refundNos: open.map(({ no }) => no),
    gifts: back
      .filter(({ id, sent }) => sent > 0 && plan.gifts.some((gift) => gift.id === id))
      .map(({ id, sent }) => ({ id, pieces: sent })),
  };
}

/** Locks items, and opens their book; null where none of them has lots. */
async function lockBook(tx: Tx, goodsIds: readonly number[]): Promise<LotBook | null> {
  if (await hasLots(tx, goodsIds)) return openBook(tx, goodsIds);
  await lockGoods(tx, goodsIds);
  return null;
}
