/** Orders are where the table lets them be, their amounts foot, and what was acknowledged is there, once. */
import { parseYuan } from '#lib/rules/money/money.ts';
import { canMove, effectiveStatus, firstOrderStatuses } from '#lib/rules/orders/order-state.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import type { Book } from '../book.ts';
import type { World } from '../world.ts';
import { isCancelled, isGone, isUnpaid, type Snapshot, sum, sumBy, wasPaid } from './snapshot.ts';

/** Replays every order's history through the table. */
export function checkHistories({ orders, events }: Snapshot): string[] {
  const byOrder = Map.groupBy(events, (event) => event.orderNo);
  return orders.flatMap(({ no, status }) => {
    const history = byOrder.get(no) ?? [];
    const [first, ...rest] = history;
    const reported = history.map((event) => `${event.fromStatus ?? ''}→${event.toStatus}`).join(' ');
    if (!first || first.fromStatus !== null || !firstOrderStatuses.includes(first.toStatus))
      return [`order ${no} begins with ${reported}`];
    let at = first.toStatus;
    for (const { fromStatus, toStatus } of rest) {
      const to = toStatus;
      if (fromStatus !== at || (to !== at && !canMove(at, to))) return [`order ${no} went ${reported}`];
      at = to;
    }
    return at === status ? [] : [`order ${no} is at ${status}, its history ${reported}`];
  });
}

export function checkAmounts({ orders, trades, lines, lots }: Snapshot): string[] {
  const byOrder = Map.groupBy(lines, (line) => line.orderNo);
  const shipped = sumBy(
    lots,
    (lot) => String(lot.lineId),
    (lot) => lot.quantity,
  );
  const ofOrders = orders.flatMap((order) => {
    const own = byOrder.get(order.no) ?? [];
    const paid = sum(own, (line) => line.paid);
    const wrong: string[] = [];
    if (own.length === 0) wrong.push('it has no lines');
    if (paid + order.shippingAmount !== order.payAmount)
      wrong.push(`lines ${paid} + freight ${order.shippingAmount} ≠ ${order.payAmount}`);
    if (order.goodsAmount - order.discountAmount !== paid)
      wrong.push(`goods ${order.goodsAmount} − ${order.discountAmount} ≠ lines ${paid}`);
    if (order.refundedAmount > order.payAmount)
      wrong.push(`${order.refundedAmount} given back of ${order.payAmount}`);
    if (sum(own, (line) => line.refundedAmount) > order.refundedAmount)
      wrong.push('its lines gave back more than the order');
    for (const line of own) {
      if (line.gross - line.discount !== line.paid || line.paid < 0)
        wrong.push(`line ${line.id}: ${line.gross} − ${line.discount} ≠ ${line.paid}`);
      if (line.refundedQuantity > line.quantity || line.refundedAmount > line.paid)
        wrong.push(`line ${line.id} gave back more than it is`);
      if (
        (shipped.get(String(line.id)) ?? 0) !== line.shippedQuantity ||
        line.shippedQuantity > line.quantity
      )
        wrong.push(
          `line ${line.id}: parcels hold ${shipped.get(String(line.id)) ?? 0}, shipped ${line.shippedQuantity} of ${line.quantity}`,
        );
      if (!wasPaid(order) && line.shippedQuantity + line.refundedQuantity > 0)
        wrong.push(`line ${line.id} was sent or paid back unpaid`);
    }
    const isAllGone = own.every(isGone);
    if (order.status === 'closed' && !isAllGone) wrong.push('it is closed with pieces left');
    if (
      order.status === 'closed' &&
      own.every((line) => line.shippedQuantity === 0) &&
      order.refundedAmount !== order.payAmount
    )
      wrong.push('nothing was sent, and not all was paid back');
    if (
      order.status === 'to_receive' &&
      own.some(
        (line) => line.shippedQuantity + line.refundedQuantity < line.quantity + line.sentRefundedQuantity,
      )
    )
      wrong.push('it waits to be received with pieces to send');
    return wrong.map((what) => `order ${order.no} at ${order.status}: ${what}`);
  });
  const ofTrades = trades.flatMap((trade) => {
    const live = orders.filter((order) => order.tradeNo === trade.no && !isCancelled(order));
    const asked = sum(live, (order) => order.payAmount);
    return asked === trade.payAmount
      ? []
      : [`trade ${trade.no} asks for ${trade.payAmount}, its orders for ${asked}`];
  });
  return [...ofOrders, ...ofTrades];
}

/** What the model was told is true, and nothing is there that it was not told. */
export function checkNotified(
  { orders, trades, keys, events }: Snapshot,
  book: Book,
  world: World,
  now: Date,
): string[] {
  const byNo = new Map(orders.map((order) => [order.no, order]));
  const notifiedTrades = new Map(book.placed.map((one) => [one.tradeNo, one]));
  const wrong: string[] = [];
  for (const { tradeNo, orders: reported, userId } of book.placed) {
    const limit = world.people.find((person) => person.userId === userId)?.orderLimit ?? Infinity;
    for (const { no, pay_amount } of reported) {
      const order = byNo.get(no);
      if (!order || order.tradeNo !== tradeNo) wrong.push(`order ${no} was acknowledged and is not there`);
      else if (order.payAmount !== parseYuan(pay_amount)) wrong.push(`order ${no} was told as ${pay_amount}`);
      const first = events.find((event) => event.orderNo === no)?.toStatus;
      if (order && order.payAmount > limit && first !== 'to_approve')
        wrong.push(`order ${no} is above its buyer's limit and began at ${first}`);
    }
    const there = orders.filter((order) => order.tradeNo === tradeNo).length;
    if (there !== reported.length)
      wrong.push(`trade ${tradeNo} was told with ${reported.length} orders and has ${there}`);
  }
  for (const { no } of trades) if (!notifiedTrades.has(no)) wrong.push(`trade ${no} was never asked for`);
  for (const { companyId, key, answer } of keys) {
    const reported = book.placed.find((one) => one.companyId === companyId && one.key === key);
    if (reported && answer && reported.tradeNo !== answer.trade_no)
      wrong.push(`key ${key} keeps ${answer.trade_no}, told was ${reported.tradeNo}`);
  }
  for (const no of book.cancelled)
    if (byNo.get(no)?.status !== 'cancelled')
      wrong.push(`order ${no} was cancelled and is at ${byNo.get(no)?.status}`);
  for (const no of book.confirmed) {
    const order = byNo.get(no);
    // Beyond its time it counts as received, whether or not the job has written that down.
    const facts = order && {
      status: order.status,
      deadlineAt: order.deadlineAt.getTime(),
      receiveBy: order.receiveBy?.getTime() ?? null,
    };
    if (!facts || effectiveStatus(facts, now.getTime()) !== 'completed')
      wrong.push(`order ${no} was confirmed and is at ${order?.status}`);
  }
  for (const tradeNo of book.paid.keys()) {
    const own = orders.filter((order) => order.tradeNo === tradeNo);
    if (own.some(isUnpaid)) wrong.push(`trade ${tradeNo} was paid and still asks for money`);
  }
  for (const [no, amount] of book.refunded)
    if ((byNo.get(no)?.refundedAmount ?? 0) < amount)
      wrong.push(`order ${no}: ${amount} were given back, it says ${byNo.get(no)?.refundedAmount}`);
  return wrong;
}

/** Nothing beyond its date was ordered or sent. */
export function checkDates({ orders, lines, lots }: Snapshot): string[] {
  const placedAt = new Map(orders.map((order) => [order.no, order.createdAt.getTime()]));
  const ordered = lines.filter(({ snapshot, orderNo }) =>
    hasPassed(snapshot.expiresOn, placedAt.get(orderNo) ?? 0),
  );
  const sent = lots.filter(({ expiresOn, shippedAt }) => hasPassed(expiresOn, shippedAt.getTime()));
  return [
    ...ordered.map(
      (line) => `order ${line.orderNo} was placed for a lot that ended ${line.snapshot.expiresOn}`,
    ),
    ...sent.map((lot) => `line ${lot.lineId} was sent from a lot that ended ${lot.expiresOn}`),
  ];
}
