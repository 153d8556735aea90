/** Refunds items of a paid order (rules 3 and 4): the way it was paid, never more than that. */

import { AppError } from '#lib/contract/errors.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { BackPart } from '#lib/rules/orders/money-back.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { planRefund, type RefundPlan, setsOf } from '#lib/rules/orders/refund.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { lockGoods } from '../goods/stock-rows.ts';
import { openBook } from '../lots/book.ts';
import { hasLots } from '../lots/rows.ts';
import { partOf } from '../payments/refund-place.ts';
import { runRefunds } from '../payments/refunds.ts';
import { sumOpen } from '../payments/rows.ts';
import { withLockedOrder } from './desk.ts';
import { leftToShip } from './parcel-content.ts';
import { payBack, takePointsBack, vouchersBack } from './pay-back.ts';
import { listPlacedRefunds } from './placed-refund-rows.ts';
import { refundNoOf } from './refund-records.ts';
import { addRefunded, addRefundedToOrder, listLines, type OrderLineRow, type OrderRow } from './rows.ts';
import { settleRefund } from './settle-refund.ts';
import { refillVouchers } from './voucher-rows.ts';

export interface RefundRequest {
  no: string;
  /** Pieces to return, by order line; left out = everything that is left. */
  returns?: { id: number; quantity: number }[];
  reason: string;
  /** 缺货: the pieces do not exist, so they do not return to the stock. */
  isShort?: boolean;
  /** The pieces were shipped; otherwise unshipped ones are taken first. */
  isOfSent?: boolean;
  /** Parts of a combination may come back alone: their lot is recalled. */
  tearsSets?: boolean;
  /** Gifts that are not shipped at all, by order line, although their earners are. */
  lostGifts?: readonly number[];
  /** The after-sale case that is answered with it. */
  caseId?: number;
}

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
  request: RefundRequest,
): Promise<Refunded> {
  const { db, now } = context;
  const done = await withLockedOrder(context, request.no, 'order.refund', (tx, order, all) =>
    refundWithin(tx, order, all, request, { now, actor: recordOf(context) }),
  );
  for (const payNo of done.openPayments) await runRefunds(db, now, payNo);
  const { voucherAmount, ...refunded } = done.refunded;
  const placed = await listPlacedRefunds(db, request.no);
  const own = placed.filter(
    ({ refund: { no } }) => no === done.refundNo || no.startsWith(`${done.refundNo}-`),
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

interface RefundDone {
  refunded: Omit<Refunded, 'openAmount' | 'parts'> & { voucherAmount: number };
  /** The refund's number; of several ways each has its own with this prefix. */
  refundNo: string;
  /** Payments with a refund to be carried out, and the numbers of these refunds. */
  openPayments: string[];
  refundNos: string[];
  /** Gifts that go back with the pieces, by order line, with the number of shipped ones. */
  gifts: { id: number; pieces: number }[];
}

/** The same within a transaction that holds the lock of the trade, with all of its orders in `all`. */
export async function refundWithin(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  request: RefundRequest,
  { now, actor }: { now: Date; actor: Actor },
): Promise<RefundDone> {
  const status = order.status;
  if (!orderIs.paid(status)) throw new AppError(409, `订单${order.no}未付款或已结束，没有可退的款项`);
  const lines = (await listLines(tx, nosOf(all))).map((row) => row.line);
  const rows = lines.filter((line) => line.orderNo === order.no);
  const plan = makePlan(order, all, lines, request);
  const pieces = plan.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (pieces + plan.gifts.length === 0) throw new AppError(409, `订单${order.no}没有可退的商品`);
  const before = rows.reduce((sum, line) => sum + line.refundedQuantity, 0);
  const refundNo = refundNoOf(order.no, before + 1);

  const byId = new Map(lines.map((line) => [line.id, line]));
  const back = [
    ...plan.lines.map((one) => ({ ...one, sent: sentOf(byId.get(one.id), one.quantity, request.isOfSent) })),
    ...plan.gifts.map((one) => ({ ...one, amount: 0, sent: sentOf(byId.get(one.id), one.quantity) })),
  ];
  // Before the wallet, in the order in which a payment locks.
  const touched = back.flatMap(({ id }) => byId.get(id)?.goodsId ?? []);
  const goodsIds = [...new Set(touched)];
  // Records missing lots while they are still as before the refund.
  if (await hasLots(tx, goodsIds)) await openBook(tx, goodsIds);
  else await lockGoods(tx, goodsIds);
  for (const { id, quantity, sent, amount } of back)
    await addRefunded(tx, id, { pieces: quantity, sent, amount });
  if (plan.total > 0) await addRefundedToOrder(tx, order.no, plan.total);
  const left = all.map((one) => ({ order: one, lines: lines.filter((line) => line.orderNo === one.no) }));
  const settling = {
    reason: request.reason,
    isShort: request.isShort ?? false,
    ref: refundNo,
    caseId: request.caseId ?? null,
    actor,
    now,
  };
  await settleRefund(tx, left, back, settling);
  // After the items, in the order in which placing an order locks.
  const vouchers = vouchersBack(plan, byId);
  if (vouchers.length > 0) await refillVouchers(tx, vouchers, 'refund', refundNo);
  const { open, clawedBack } = await payBack(tx, order, all, plan.total, refundNo, request.reason, now);
  await takePointsBack(tx, order, plan.total, refundNo);
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

/** How many of the pieces taken off a line had been shipped. Throws 409 where too few shipped ones are left. */
function sentOf(line: OrderLineRow | undefined, pieces: number, isOfSent = false): number {
  if (!line) return 0;
  const sent = isOfSent ? pieces : Math.max(0, pieces - Math.max(0, leftToShip(line)));
  const most = line.shippedQuantity - line.sentRefundedQuantity;
  if (sent > most)
    throw new AppError(
      409,
      `“${line.snapshot.name}”已发出的最多还可退${Math.max(0, most)}${line.snapshot.unit}，请刷新后再试`,
    );
  return sent;
}

/** `lines` are those of the whole trade: a gift may be earned, or given, in another order than the refunded one. */
export function makePlan(
  order: OrderRow,
  all: readonly OrderRow[],
  lines: readonly OrderLineRow[],
  request: RefundRequest,
): RefundPlan {
  const rows = lines.filter((line) => line.orderNo === order.no);
  const bought = rows.filter((line) => line.kind !== 'gift');
  const left = (line: OrderLineRow) => line.quantity - line.refundedQuantity;
  const returns =
    request.returns ??
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
  if (!request.tearsSets) refuseTornSets(bought, returns);
  const calledOff = new Set(nosOf(all.filter((one) => orderIs.calledOff(one.status))));
  const lost = rows.filter((line) => request.lostGifts?.includes(line.id) && left(line) > 0);
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

/** A parcel refused at the door is back with its gifts, also those earned by other orders of the trade. */
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
    // The rest of a set that a recall has torn may come back.
    const there = parts.filter((part) => part.refundedQuantity < part.quantity);
    const returning = there.map((part) => ({
      perSet: part.setQuantity ?? part.quantity,
      returning: asked.get(part.id) ?? 0,
    }));
    if (there.length > 0 && setsOf(returning) === null)
      throw new AppError(409, `组合商品须整套退回：${parts.map((part) => part.snapshot.name).join('＋')}`);
  }
}
