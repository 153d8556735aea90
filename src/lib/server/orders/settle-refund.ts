/** Effects of refunded pieces: stock, limits, and the orders' statuses. */
import { type OrderStatus, orderIs } from '#lib/rules/orders/order-state.ts';
import type { Tx } from '../db/client.ts';
import { returnPromo } from '../goods/promo-rows.ts';
import { releaseStock, sumStock } from '../goods/stock.ts';
import { countSales } from '../goods/stock-rows.ts';
import type { By, LotBook } from '../lots/book.ts';
import { releaseLots } from '../lots/release.ts';
import { takeReturned } from '../lots/returned.ts';
import { listRefusedPieces } from '../lots/returned-rows.ts';
import { endCasesOf } from './cases.ts';
import type { HeldOrder } from './held-order.ts';
import {
  inHouse,
  isAsIfNeverBought,
  isGone,
  type LinesOfOrder,
  type Off,
  promoBack,
  quotaBack,
} from './limits-back.ts';
import { allShippedPatch, moveOrder } from './move.ts';
import { insertEvents } from './new-order-rows.ts';
import { leftToShip } from './parcel-content.ts';
import { returnQuota } from './quota-rows.ts';
import type { Back, RefundCause } from './refund-plan.ts';
import type { OrderLineRow } from './rows.ts';
import { releaseCoupons } from './voucher-rows.ts';

interface Settling extends By {
  /** The book of the items; null where none of them has lots. */
  book: LotBook | null;
  reason: string;
  cause: RefundCause | undefined;
  /** The refund's name as a cause of movements. */
  ref: string;
}

/** Updates stock, activities, limits and statuses of a held trade's orders after a refund; items are locked first. */
export async function settleRefund(
  tx: Tx,
  held: HeldOrder,
  back: readonly Back[],
  settling: Settling,
): Promise<void> {
  const all = held.all.map((order) => ({
    order,
    lines: held.lines.filter((line) => line.orderNo === order.no),
  }));
  const off = new Map(back.map((one) => [one.id, one]));
  const touched = all.filter(({ lines }) => lines.some((line) => off.has(line.id)));
  await restock(
    tx,
    touched.flatMap(({ lines }) => lines),
    off,
    settling,
  );
  const closed = touched.filter(({ lines }) => isAsIfNeverBought(lines, off));
  const promo = await promoBack(tx, touched, closed, off);
  if (promo.length > 0) await returnPromo(tx, promo);
  // Together: one order after the other, limits would be locked out of order.
  const quota = touched.flatMap((one) => quotaBack(one, off));
  const [first] = touched;
  if (first && quota.length > 0) await returnQuota(tx, first.order.companyId, quota);
  await giveCouponsBack(tx, all, closed);
  for (const one of touched) await follow(tx, one, off, settling);
}

/** Coupons are returned with the last order that they lowered: a buyer who received nothing has used nothing. */
async function giveCouponsBack(
  tx: Tx,
  all: readonly LinesOfOrder[],
  closed: readonly LinesOfOrder[],
): Promise<void> {
  const stands = ({ order }: LinesOfOrder) => !orderIs.calledOff(order.status);
  const remaining = new Set(
    all
      .filter((one) => stands(one) && !closed.includes(one))
      .flatMap(({ order }) => order.reservations.coupons),
  );
  for (const { order } of closed) {
    const free = order.reservations.coupons.filter((id) => !remaining.has(id));
    if (free.length > 0) await releaseCoupons(tx, order.companyId, free, 'used');
  }
}

/** Pieces that never left the warehouse are for sale again; shipped ones are not (GSP). */
async function restock(
  tx: Tx,
  lines: readonly OrderLineRow[],
  off: Off,
  { book, cause, ref, actor, now }: Settling,
): Promise<void> {
  const pieces = lines.filter((line) => off.has(line.id));
  // The gift of a missing item is in the warehouse all the same.
  const isMissing = (line: OrderLineRow) => cause?.kind === 'short' && line.kind !== 'gift';
  const there = pieces.filter((line) => !isMissing(line));
  const stock = there.map((line) => ({ goodsId: line.goodsId, quantity: inHouse(line, off) }));
  await releaseStock(
    tx,
    sumStock(stock).filter((request) => request.quantity > 0),
  );
  if (book !== null)
    await releaseLots(
      tx,
      book,
      pieces
        .filter((line) => inHouse(line, off) > 0)
        .map((line) => ({
          id: line.id,
          goodsId: line.goodsId,
          left: leftToShip(line) - inHouse(line, off),
          off: inHouse(line, off),
          isMissing: isMissing(line),
        })),
      { ref, actor, now },
    );
  await countSales(
    tx,
    sumStock(pieces.map((line) => ({ goodsId: line.goodsId, quantity: -(off.get(line.id)?.quantity ?? 0) }))),
  );
}

/** The next status of an order with refunded pieces. */
async function follow(
  tx: Tx,
  { order, lines }: LinesOfOrder,
  off: Off,
  { reason, cause, actor, now }: Settling,
): Promise<void> {
  const isEmpty = lines.every((line) => isGone(line, off));
  const isAllOut = lines.every((line) => leftToShip(line) <= inHouse(line, off));
  const status = order.status;
  const next = nextAfterRefund[status]?.({ isEmpty, isAllOut }) ?? null;
  const move = { actor, note: `退款：${reason}`, at: now };
  if (next === null) {
    await insertEvents(tx, [{ orderNo: order.no, fromStatus: status, toStatus: status, ...move }]);
    return;
  }
  const patch = orderIs.toReceive(next) ? allShippedPatch(now) : {};
  await moveOrder(tx, order, next, { ...move, patch });
  // A parcel refused at the door is back with all its content.
  if (orderIs.refusing(status) && orderIs.calledOff(next))
    await takeReturned(tx, await listRefusedPieces(tx, order.no), { ref: `refused:${order.no}`, actor, now });
  if (orderIs.calledOff(next))
    await endCasesOf(tx, order, { but: cause?.kind === 'case' ? cause.id : null, actor, now });
}

const nextAfterRefund: Partial<
  Record<OrderStatus, (facts: { isEmpty: boolean; isAllOut: boolean }) => OrderStatus | null>
> = {
  to_ship: ({ isEmpty }) => (isEmpty ? 'closed' : null),
  part_shipped: ({ isEmpty, isAllOut }) => (isEmpty ? 'closed' : isAllOut ? 'to_receive' : null),
  to_receive: ({ isEmpty }) => (isEmpty ? 'closed' : null),
  refusing: ({ isEmpty }) => (isEmpty ? 'closed' : null),
};
