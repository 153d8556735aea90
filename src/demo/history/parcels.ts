/** A paid order of the history on its way: shipped, sometimes a line short, received. */
import { balanceProvider } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerActor, merchantActor, staffActor } from '#lib/rules/companies/actors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { coldRecordText } from '#lib/rules/orders/cold-chain.ts';
import { receiveDeadline } from '#lib/rules/orders/order-state.ts';
import { pointsFor } from '#lib/rules/points/points.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import type { NewOrder, NewOrderLine } from '#lib/server/orders/new-order-rows.ts';
import { refundNoOf } from '#lib/server/orders/refund-records.ts';
import { demoWay } from '#lib/server/ports/logistics/demo.ts';
import { momentFrom } from '../seed/dates.ts';
import type { Book, Payment } from './book.ts';
import { inventParcel } from './invented-parcel.ts';

export type Order = NewOrder & { refundedAmount: number };
export type Line = NewOrderLine & { id: number; refundedQuantity: number };

type Paid = { order: Order; lines: Line[]; payment: Payment; userId: string };
/** The lot of an item in the warehouse at that time. */
export type Lot = { lotNo: string; producedOn: string; expiresOn: string };
type When = { paidAt: Date; now: Date; turn: number; lotOf: (goodsId: number) => Lot };

/** One of this many orders has a line that the merchant does not have. */
const shortEvery = 23;

/** Moves a paid order as far as the days since then allow. Changes `order` and `lines`. */
export function sendOrder(book: Book, paid: Paid, { paidAt, now, turn, lotOf }: When): void {
  const { order, lines } = paid;
  const random = makeRandom(`${turn}/parcel`);
  const shippedAt = momentFrom(paidAt, 0.4 + random.next() * 0.9);
  if (shippedAt >= now) return;
  const [short] = lines;
  if (turn % shortEvery === 5 && lines.length > 1 && short)
    giveBack(book, paid, short, momentFrom(shippedAt, -0.1));
  const receivedAt = momentFrom(shippedAt, 1.5 + random.next() * 2.5);
  ship(book, paid, shippedAt, { lotOf, until: receivedAt < now ? receivedAt : now });
  if (receivedAt >= now) return;
  const cold = book.colds.at(-1);
  if (order.isColdChain && cold) {
    // A little warmer than at departure.
    cold.arrivedTenths = (cold.sentTenths ?? 40) + 6;
    cold.arrivedAt = receivedAt;
    cold.arrivedBy = paid.userId;
  }
  order.status = 'completed';
  order.completedAt = receivedAt;
  order.creditedAt = receivedAt;
  const actor = buyerActor(paid, 'demo');
  book.event(order, 'to_receive', 'completed', { actor, note: '买家确认收货', at: receivedAt });
  const amount = pointsFor(order.payAmount - order.refundedAmount);
  if (amount > 0)
    book.points.push({
      companyId: order.companyId,
      useType: 'order',
      amount,
      ref: order.no,
      note: `订单${order.no}完成`,
      createdAt: receivedAt,
    });
}

function ship(
  book: Book,
  { order, lines }: Paid,
  at: Date,
  { lotOf, until }: Pick<When, 'lotOf'> & { until: Date },
): void {
  const { carrier, trackingNo, reports, cold } = inventParcel(order.no, 1);
  const id = book.parcels.length + 1;
  book.parcels.push({ id, orderNo: order.no, carrier, trackingNo, shippedAt: at });
  for (const text of order.isColdChain ? [...reports, coldRecordText(cold)] : reports)
    book.reports.push({ shipmentId: id, text, at });
  if (order.isColdChain)
    book.colds.push({
      shipmentId: id,
      sentTenths: Math.round(cold.degrees * 10),
      cooler: cold.cooler,
      recorder: cold.recorder,
    });
  for (const event of demoWay(trackingNo, at, until)) book.reports.push({ shipmentId: id, ...event });
  for (const line of lines) {
    const quantity = line.quantity - line.refundedQuantity;
    if (quantity === 0) continue;
    line.shippedQuantity = quantity;
    book.lots.push({ shipmentId: id, orderLineId: line.id, quantity, ...lotOf(line.goodsId) });
  }
  order.status = 'to_receive';
  order.shippedAt = at;
  order.receiveBy = new Date(receiveDeadline(at.getTime()));
  const actor = merchantActor('商家发货', order.merchantId, 'demo');
  book.event(order, 'to_ship', 'to_receive', { actor, note: `${carrier} ${trackingNo}`, at });
  book.messages.push({
    companyId: order.companyId,
    kind: 'shipment',
    title: '订单已发货',
    body: `订单${order.no}已由${carrier}承运，运单号${trackingNo}`,
    link: path('/order/info/[id]', { id: order.no }),
    ref: `ship:${order.no}:${trackingNo}`,
    createdAt: at,
  });
}

/** One line is not shipped: its money is refunded by the way it came. */
function giveBack(book: Book, { order, payment }: Paid, line: Line, at: Date): void {
  const amount = line.paid;
  const no = refundNoOf(order.no, 1);
  const reason = `${line.snapshot.name}缺货`;
  line.refundedQuantity = line.quantity;
  line.refundedAmount = amount;
  order.refundedAmount = amount;
  book.sell(line.goodsId, -line.quantity);
  const { companyId } = order;
  book.refunds.push({
    no,
    payNo: payment.no,
    orderNo: order.no,
    companyId,
    provider: payment.provider,
    providerNo: payment.providerNo,
    amount,
    status: 'done',
    reason,
    createdAt: at,
    doneAt: at,
  });
  if (payment.provider === balanceProvider)
    book.money.push({ companyId, useType: 'refund', amount, ref: no, note: reason, createdAt: at });
  else book.counterRefunds.push({ no, chargeNo: payment.providerNo, amount, createdAt: at });
  const actor = staffActor('客服中心', 'demo');
  book.event(order, 'to_ship', 'to_ship', { actor, note: `退款：${reason}`, at });
  book.messages.push({
    companyId,
    kind: 'refund',
    title: `退款¥${showYuan(amount)}`,
    body: `${reason}（退款单号${no}）`,
    link: path('/order/info/[id]', { id: order.no }),
    ref: no,
    createdAt: at,
  });
}
