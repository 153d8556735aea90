/** Giving money back for goods of a paid order (rules 3 and 4): by the way it was paid, never more than that. */

import { AppError } from '#lib/contract/errors.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { shareOf } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { planRefund, type RefundPlan, setsOf, splitRefund } from '#lib/rules/orders/refund.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { findProvider } from '../../payments/providers.ts';
import { writeRefund } from '../../payments/refund-requests.ts';
import { refundNow, runRefunds } from '../../payments/refunds.ts';
import {
  addRefunded,
  addRefundedToOrder,
  listLines,
  type OrderLineRow,
  type OrderRow,
} from '../../repos/orders.ts';
import { type RefundRow, sumOpen, sumRefunds } from '../../repos/payments.ts';
import { lockGoods } from '../../repos/stock.ts';
import { listTradePayments } from '../../repos/trades.ts';
import { refillVouchers, type VoucherUse } from '../../repos/vouchers.ts';
import { enterPoints } from '../../repos/wallet.ts';
import { pointsFor } from './complete.ts';
import { atDesk } from './desk.ts';
import { refundNoOf } from './refund-records.ts';
import { settleRefund } from './settle-refund.ts';

export interface RefundWish {
  no: string;
  /** Pieces to return, by order line; left out = everything that is left. */
  returns?: { id: number; quantity: number }[];
  reason: string;
  /** 缺货: the pieces are not there, so they do not go back to the stock. */
  isShort?: boolean;
  /** Gifts that are not sent at all, by order line, though what earned them is. */
  lostGifts?: readonly number[];
}

export interface Refunded {
  /** Fen that go back by the way they came. */
  amount: number;
  /** Of it what its provider has not confirmed yet. */
  openAmount: number;
  /** Fen that go back onto cash vouchers. */
  voucherAmount: number;
  pieces: number;
}

/**
 * Refunds pieces of a paid order. Throws 409 in words when there is nothing to refund, too much is asked for,
 * or a combination would be torn apart. The order's state follows: all back before shipping or after a refusal → 已关闭.
 */
export async function refundOrder(
  context: Context<'platform' | 'system'>,
  wish: RefundWish,
): Promise<Refunded> {
  const { db, now } = context;
  const done = await atDesk(context, wish.no, 'order.refund', (tx, order, all) =>
    refundWithin(tx, order, all, wish, { now, actor: recordOf(context) }),
  );
  for (const payNo of done.openPayments) await runRefunds(db, now, payNo);
  return { ...done.refunded, openAmount: await sumOpen(db, done.refundNos) };
}

/** The same within a transaction that holds the lock of the trade, `all` of whose orders are given. */
export async function refundWithin(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  wish: RefundWish,
  { now, actor }: { now: Date; actor: Actor },
): Promise<{ refunded: Omit<Refunded, 'openAmount'>; openPayments: string[]; refundNos: string[] }> {
  const status = order.status;
  if (!orderIs.paid(status)) throw new AppError(409, `订单${order.no}未付款或已结束，没有可退的款项`);
  const lines = (await listLines(tx, nosOf(all))).map((row) => row.line);
  const rows = lines.filter((line) => line.orderNo === order.no);
  const plan = makePlan(order, all, lines, wish);
  const pieces = plan.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (pieces + plan.gifts.length === 0) throw new AppError(409, `订单${order.no}没有可退的商品`);
  const before = rows.reduce((sum, line) => sum + line.refundedQuantity, 0);
  const refundNo = refundNoOf(order.no, before + 1);

  const back = [...plan.lines, ...plan.gifts.map((gift) => ({ ...gift, amount: 0 }))];
  const byId = new Map(lines.map((line) => [line.id, line]));
  // Before the wallet, as a payment locks them.
  const touched = back.flatMap(({ id }) => byId.get(id)?.goodsId ?? []);
  await lockGoods(tx, [...new Set(touched)]);
  for (const line of back) await addRefunded(tx, line.id, line.quantity, line.amount);
  if (plan.total > 0) await addRefundedToOrder(tx, order.no, plan.total);
  const left = all.map((one) => ({ order: one, lines: lines.filter((line) => line.orderNo === one.no) }));
  await settleRefund(tx, left, back, { reason: wish.reason, isShort: wish.isShort ?? false, actor, now });
  // After the goods, as placing an order locks them.
  const vouchers = vouchersBack(plan, byId);
  if (vouchers.length > 0) await refillVouchers(tx, vouchers, 'refund', refundNo);
  const open = await payBack(tx, order, all, plan.total, refundNo, wish.reason, now);
  await takePointsBack(tx, order, plan.total, refundNo);
  return {
    refunded: {
      amount: plan.total,
      voucherAmount: vouchers.reduce((sum, use) => sum + use.amount, 0),
      pieces,
    },
    openPayments: open.map(({ payNo }) => payNo),
    refundNos: open.map(({ no }) => no),
  };
}

/** `lines` are those of the whole trade: a gift may be earned, or given, in another order than the one refunded. */
function makePlan(
  order: OrderRow,
  all: readonly OrderRow[],
  lines: readonly OrderLineRow[],
  wish: RefundWish,
): RefundPlan {
  const rows = lines.filter((line) => line.orderNo === order.no);
  const bought = rows.filter((line) => line.kind !== 'gift');
  const left = (line: OrderLineRow) => line.quantity - line.refundedQuantity;
  const returns =
    wish.returns ??
    bought.filter((line) => left(line) > 0).map((line) => ({ id: line.id, quantity: left(line) }));
  for (const { id, quantity } of returns) {
    const line = bought.find((one) => one.id === id);
    if (!line) throw new AppError(404, `订单${order.no}没有明细${id}`);
    if (quantity > left(line))
      throw new AppError(
        409,
        `明细${id}（${line.snapshot.name}）最多还可退${left(line)}${line.snapshot.unit}`,
      );
  }
  refuseTornSets(bought, returns);
  const calledOff = new Set(nosOf(all.filter((one) => orderIs.calledOff(one.status))));
  const lost = rows.filter((line) => wish.lostGifts?.includes(line.id) && left(line) > 0);
  const plan = planRefund({
    lines: bought.map(({ id, quantity, paid, refundedQuantity }) => ({
      id,
      quantity,
      paid,
      returned: refundedQuantity,
    })),
    returns,
    freight: order.shippingAmount,
    isBeforeShipping: rows.every((line) => line.shippedQuantity === 0),
    elsewhere: lines
      .filter((line) => line.orderNo !== order.no && line.kind !== 'gift')
      .map((line) => ({ id: line.id, left: calledOff.has(line.orderNo) ? 0 : left(line) })),
    gifts: lines
      .filter((line) => line.kind === 'gift' && line.refundedQuantity === 0 && !calledOff.has(line.orderNo))
      .map((line) => ({ id: line.id, quantity: line.quantity, lineIds: earnersOf(line, order, bought) })),
  });
  const back = new Set(plan.gifts.map((gift) => gift.id));
  const alone = lost
    .filter((line) => !back.has(line.id))
    .map((line) => ({ id: line.id, quantity: left(line) }));
  return { ...plan, gifts: [...plan.gifts, ...alone] };
}

/** A parcel that was refused at the door is back with its gifts, whatever else of the trade earned them. */
function earnersOf(gift: OrderLineRow, order: OrderRow, bought: readonly OrderLineRow[]): number[] {
  const isHere = gift.orderNo === order.no && orderIs.refusing(order.status);
  return isHere ? bought.map((line) => line.id) : gift.earnedBy;
}

function nosOf(orders: readonly OrderRow[]): string[] {
  return orders.map((one) => one.no);
}

/** A combination comes back as a set (rules 6). */
function refuseTornSets(
  bought: readonly OrderLineRow[],
  returns: readonly { id: number; quantity: number }[],
): void {
  const asked = new Map(returns.map((one) => [one.id, one.quantity]));
  const sets = Map.groupBy(
    bought.filter((line) => line.kind === 'combination'),
    (line) => line.activityId,
  );
  for (const parts of sets.values()) {
    const returning = parts.map((part) => ({
      perSet: part.setQuantity ?? part.quantity,
      returning: asked.get(part.id) ?? 0,
    }));
    if (setsOf(returning) === null)
      throw new AppError(409, `组合商品须整套退回：${parts.map((part) => part.snapshot.name).join('＋')}`);
  }
}

/** The vouchers' share of returned pieces, cumulative like the money's. */
function vouchersBack(plan: RefundPlan, byId: ReadonlyMap<number, OrderLineRow>): VoucherUse[] {
  const sums = new Map<number, number>();
  for (const { id, quantity } of plan.lines) {
    const line = must(byId.get(id), `order line ${id} of the plan`);
    for (const step of line.priceTrace) {
      if (step.rule !== 'voucher' || step.refId === null) continue;
      const before = shareOf(-step.amount, line.refundedQuantity, line.quantity);
      const after = shareOf(-step.amount, line.refundedQuantity + quantity, line.quantity);
      sums.set(step.refId, (sums.get(step.refId) ?? 0) + after - before);
    }
  }
  return [...sums].filter(([, amount]) => amount > 0).map(([id, amount]) => ({ id, amount }));
}

/** Shares the money over the payments of the trade and writes a refund each; answers those left to be carried out. */
async function payBack(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  total: number,
  refundNo: string,
  reason: string,
  now: Date,
): Promise<RefundRow[]> {
  if (total === 0) return [];
  const payments = await listTradePayments(tx, order.tradeNo, ['paid']);
  const refunded = await sumRefunds(
    tx,
    payments.map(({ payment }) => payment.no),
    all.map((one) => one.no),
  );
  const parts = splitRefund(
    total,
    payments.map(({ payment, share }) => ({ paid: share, refunded: refunded.get(payment.no) ?? 0 })),
  );
  const open: RefundRow[] = [];
  for (const [i, { payment }] of payments.entries()) {
    const amount = parts[i] ?? 0;
    if (amount === 0) continue;
    const row: RefundRow = {
      no: payments.length > 1 ? `${refundNo}-${i + 1}` : refundNo,
      payNo: payment.no,
      orderNo: order.no,
      companyId: order.companyId,
      provider: payment.provider,
      providerNo: payment.providerNo ?? '',
      amount,
      status: 'requested',
      askAt: null,
      reason,
      createdAt: now,
      doneAt: null,
    };
    await writeRefund(tx, row);
    const provider = findProvider(payment.provider);
    if (provider?.kind === 'instant') await refundNow(tx, provider, row, now);
    else open.push(row);
  }
  return open;
}

/** Points of a completed order go with the money that earned them. */
async function takePointsBack(tx: Tx, order: OrderRow, amount: number, ref: string): Promise<void> {
  if (!orderIs.completed(order.status)) return;
  const paid = order.payAmount - order.refundedAmount;
  const points = pointsFor(paid) - pointsFor(paid - amount);
  if (points > 0)
    await enterPoints(tx, {
      companyId: order.companyId,
      useType: 'refund',
      amount: -points,
      ref,
      note: `订单${order.no}退款`,
    });
}
