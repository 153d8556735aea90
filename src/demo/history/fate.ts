/** The course of a trade: paid, shipped, received, or not; each step as written by the shop's services. */
import { balanceProvider } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerActor, jobActor } from '#lib/rules/companies/actors.ts';
import type { TradeRows } from '#lib/server/orders/new-trade.ts';
import { newPayNo } from '#lib/server/orders/numbers.ts';
import { sandboxMerchant } from '#lib/server/ports/payments/counter-line.ts';
import { momentFrom } from '../seed/dates.ts';
import type { Book, Payment } from './book.ts';
import { type Line, type Lot, type Order, sendOrder } from './parcels.ts';

const minute = 60_000;
const requestId = 'demo';

type How = { now: Date; turn: number; lotOf: (goodsId: number) => Lot };

/** Not paid in time: as written by the job. */
export function letLapse(book: Book, { trade, orders, lines }: TradeRows): void {
  const at = trade.deadlineAt;
  const reason = '超时未付款，系统取消';
  book.trades.push({ ...trade, payAmount: 0 });
  for (const order of orders) {
    book.orders.push({ ...order, status: 'cancelled', cancelReason: reason, cancelledAt: at });
    placed(book, trade, order);
    book.event(order, 'to_pay', 'cancelled', { actor: jobActor('cancelOverdue'), note: reason, at });
    book.messages.push({
      companyId: trade.companyId,
      kind: 'order',
      title: '订单超时未付款，已取消',
      body: `订单${order.no}超过付款时限，已自动取消，占用的库存和优惠券已退回。`,
      link: path('/order/info/[id]', { id: order.no }),
      ref: `overdue:${order.no}`,
      createdAt: at,
    });
  }
  for (const { row } of lines) book.lines.push({ ...row, id: book.lines.length + 1 });
}

/** Paid some minutes later, and processed from there; `daysAgo` decides how far. */
export function pay(book: Book, rows: TradeRows, how: How): void {
  const { trade, orders } = rows;
  const begun = trade.createdAt ?? how.now;
  const at = new Date(begun.getTime() + (2 + (how.turn % 7)) * minute);
  const payment = payFor(book, rows, at, how.turn % 3 === 1);
  book.trades.push({ ...trade, paidAt: at });
  const coupons = new Set(orders.flatMap((order) => order.reservations.coupons));
  for (const id of coupons) book.coupons.push({ id, tradeNo: trade.no, usedAt: at });
  for (const [i, order] of orders.entries()) {
    placed(book, trade, order);
    book.event(order, 'to_pay', 'to_ship', {
      actor: buyerActor(trade, requestId),
      note: payment.provider === balanceProvider ? '余额支付' : '模拟收银台',
      at,
    });
    const lines = rows.lines
      .filter(({ row }) => row.orderNo === order.no)
      .map(({ row }, nth): Line => ({ ...row, id: book.lines.length + nth + 1, refundedQuantity: 0 }));
    for (const line of lines) book.sell(line.goodsId, line.quantity);
    const paid: Order = { ...order, status: 'to_ship', paidAt: at, refundedAmount: 0 };
    const turn = how.turn * 3 + i;
    sendOrder(book, { order: paid, lines, payment, userId: trade.userId }, { ...how, paidAt: at, turn });
    book.orders.push(paid);
    book.lines.push(...lines);
  }
}

function placed(book: Book, trade: TradeRows['trade'], order: TradeRows['orders'][number]): void {
  book.event(order, null, order.status, {
    actor: buyerActor(trade, requestId),
    note: '提交订单',
    at: trade.createdAt ?? momentFrom(trade.deadlineAt, 0),
  });
}

function payFor(book: Book, { trade }: TradeRows, at: Date, isAtCounter: boolean): Payment {
  const no = newPayNo(at);
  const { companyId, userId, payAmount: amount } = trade;
  const provider = isAtCounter ? 'sandbox' : balanceProvider;
  const providerNo = isAtCounter ? `S${no.slice(1)}` : no;
  book.payments.push({
    no,
    companyId,
    userId,
    provider,
    providerNo,
    amount,
    status: 'paid',
    remoteState: isAtCounter ? 'done' : null,
    createdAt: at,
    paidAt: at,
  });
  book.shares.push({ payNo: no, tradeNo: trade.no, amount });
  if (isAtCounter) {
    book.counterOrders.push({ payNo: no, createdAt: at });
    const notice = { notifyUrl: '', notifyAt: null, notifiesLeft: 0, tries: 1 };
    book.counterCharges.push({
      no: providerNo,
      payNo: no,
      merchant: sandboxMerchant,
      amount,
      isPaid: true,
      ...notice,
      createdAt: at,
    });
  } else {
    const note = `药批网订单 ${trade.no}`;
    book.money.push({ companyId, useType: 'pay', amount: -amount, ref: no, note, createdAt: at });
  }
  return { no, provider, providerNo };
}
