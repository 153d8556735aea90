/** What a refund gives back of limits and of the stock of activities. */
import { scopeSubject } from '#lib/rules/promotions/quota.ts';
import type { Tx } from '../db/client.ts';
import type { OrderReservations } from '../db/schema.ts';
import type { PromoClaim } from '../goods/promo-rows.ts';
import { type ActivityItem, listActivityItems } from '../offers/activity-rows.ts';
import type { Back } from './refund-plan.ts';
import type { OrderLineRow, OrderRow } from './rows.ts';

export interface LinesOfOrder {
  order: OrderRow;
  /** As they were before the refund. */
  lines: OrderLineRow[];
}

export type Off = ReadonlyMap<number, Back>;

/** Refunded pieces of a line that had not left the warehouse. */
export function inHouse(line: OrderLineRow, off: Off): number {
  const back = off.get(line.id);
  return back ? back.quantity - back.sent : 0;
}

export function isGone(line: OrderLineRow, off: Off): boolean {
  return line.refundedQuantity + (off.get(line.id)?.quantity ?? 0) >= line.quantity;
}

/** Everything is refunded before anything was shipped: limits count as if it had never been bought. */
export function isAsIfNeverBought(lines: readonly OrderLineRow[], off: Off): boolean {
  return lines.every((line) => isGone(line, off) && line.shippedQuantity === 0);
}

/**
 * Limits count bought pieces: pieces of an item that never left the warehouse come off its limits one by one, an
 * activity's own price by number of uses once no piece with that price is left.
 */
export function quotaBack({ order, lines }: LinesOfOrder, off: Off): OrderReservations['quota'] {
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

/**
 * Own stock of activities. Gifts and group-buys return theirs piece by piece, so that others get the gift and a group's
 * goal counts what is still bought; prices limited by number of pieces a company return theirs with the whole order.
 */
export async function promoBack(
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
