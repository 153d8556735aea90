/** Effects of refunded pieces: stock, limits, and the orders' statuses. */
import { type OrderStatus, orderIs } from '#lib/rules/orders/order-state.ts';
import { scopeSubject } from '#lib/rules/promotions/quota.ts';
import type { Tx } from '../db/client.ts';
import type { OrderReservations } from '../db/schema.ts';
import { releaseStock, sumStock } from '../goods/stock.ts';
import { countSales, type PromoClaim, returnPromo } from '../goods/stock-rows.ts';
import type { By, LotBook } from '../lots/book.ts';
import { releaseLots } from '../lots/release.ts';
import { takeReturned } from '../lots/returned.ts';
import { listRefusedPieces } from '../lots/returned-rows.ts';
import { type ActivityItem, listActivityItems } from '../offers/activity-rows.ts';
import { endCasesOf } from './cases.ts';
import type { HeldOrder } from './held-order.ts';
import { allShippedPatch, moveOrder } from './move.ts';
import { insertEvents } from './new-order-rows.ts';
import { leftToShip } from './parcel-content.ts';
import { returnQuota } from './quota-rows.ts';
import type { Back, RefundCause } from './refund-plan.ts';
import type { OrderLineRow, OrderRow } from './rows.ts';
import { releaseCoupons } from './voucher-rows.ts';

interface LinesOfOrder {
  order: OrderRow;
  /** As they were before the refund. */
  lines: OrderLineRow[];
}

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

type Off = ReadonlyMap<number, Back>;

/** Refunded pieces of a line that had not left the warehouse. */
function inHouse(line: OrderLineRow, off: Off): number {
  const back = off.get(line.id);
  return back ? back.quantity - back.sent : 0;
}

function isGone(line: OrderLineRow, off: Off): boolean {
  return line.refundedQuantity + (off.get(line.id)?.quantity ?? 0) >= line.quantity;
}

/** Everything is refunded before anything was shipped: limits count as if it had never been bought. */
function isAsIfNeverBought(lines: readonly OrderLineRow[], off: Off): boolean {
  return lines.every((line) => isGone(line, off) && line.shippedQuantity === 0);
}

/**
 * Limits count bought pieces: pieces of an item that never left the warehouse come off its limits one by one, an
 * activity's own price by number of uses once no piece with that price is left.
 */
function quotaBack({ order, lines }: LinesOfOrder, off: Off): OrderReservations['quota'] {
  return order.reservations.quota.flatMap(({ scope, quantity }, at, all) => {
    const { goodsId, activityId } = scopeSubject(scope);
    const counted = lines.filter((line) => isCountedBy(line, goodsId, activityId));
    if (activityId !== null) {
      const isNew = counted.some((line) => off.has(line.id));
      return isNew && isAsIfNeverBought(counted, off) ? [{ scope, quantity }] : [];
    }
    // Two lines of one item reserved under one name; their pieces are counted together, once.
    if (all.findIndex((one) => one.scope === scope) < at) return [];
    const pieces = counted.reduce((sum, line) => sum + inHouse(line, off), 0);
    return pieces > 0 ? [{ scope, quantity: pieces }] : [];
  });
}

function isCountedBy(line: OrderLineRow, goodsId: number, activityId: number | null): boolean {
  if (line.kind === 'gift' || line.kind === 'group_buy') return false;
  return goodsId === 0 ? line.activityId === activityId : line.goodsId === goodsId;
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

/**
 * Own stock of activities. Gifts and group-buys return theirs piece by piece, so that others get the gift and a group's
 * goal counts what is still bought; prices limited by number of pieces a company return theirs with the whole order.
 */
async function promoBack(
  tx: Tx,
  touched: readonly LinesOfOrder[],
  closed: readonly LinesOfOrder[],
  off: Off,
): Promise<PromoClaim[]> {
  const reserved = touched.flatMap(({ order }) => order.reservations.promo.map((one) => one.activityGoodsId));
  const items = reserved.length > 0 ? await listActivityItems(tx, reserved) : [];
  const byPiece = new Set(items.filter(isCountedByPiece).map((item) => item.id));
  const pieces = touched.flatMap(({ order, lines }) =>
    lines.flatMap((line) => {
      const reservations = new Set(order.reservations.promo.map((one) => one.activityGoodsId));
      const item = items.find((one) => reservations.has(one.id) && isTakenBy(one, line));
      const quantity = inHouse(line, off);
      return item && quantity > 0 ? [{ activityGoodsId: item.id, quantity }] : [];
    }),
  );
  const whole = closed.flatMap(({ order }) => order.reservations.promo);
  return [...pieces, ...whole.filter((one) => !byPiece.has(one.activityGoodsId))];
}

function isCountedByPiece({ role, kind }: ActivityItem): boolean {
  return role === 'gift' || kind === 'group_buy';
}

function isTakenBy(item: ActivityItem, line: OrderLineRow): boolean {
  if (item.goodsId !== line.goodsId) return false;
  if (line.kind === 'gift') return item.role === 'gift' && item.activityId === line.activityId;
  return line.kind === 'group_buy' && item.kind === 'group_buy';
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
