/** Stock, held and sold pieces of every goods are what was put in; activities and limits count what orders took. */
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { scopeSubject } from '#lib/rules/promotions/quota.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import type { Book } from '../book.ts';
import type { World } from '../world.ts';
import {
  isCancelled,
  isGone,
  isUnpaid,
  type Line,
  type Order,
  offInHouse,
  type Snapshot,
  sum,
} from './snapshot.ts';

interface Whole {
  order: Order;
  lines: Line[];
}

function ordersWithLines({ orders, lines }: Snapshot): Whole[] {
  const byOrder = Map.groupBy(lines, (line) => line.orderNo);
  return orders.map((order) => ({ order, lines: byOrder.get(order.no) ?? [] }));
}

/** Pieces of lines that are held by an order, or were sold. */
function takenOf({ order, lines }: Whole): [line: Line, pieces: number][] {
  if (isCancelled(order)) return [];
  return lines.map((line) => [line, isUnpaid(order) ? line.quantity : line.quantity - offInHouse(line)]);
}

export function takenPieces(snapshot: Snapshot, goodsId: number): number {
  const taken = ordersWithLines(snapshot).flatMap(takenOf);
  return sum(taken, ([line, pieces]) => (line.goodsId === goodsId ? pieces : 0));
}

/** Pieces that lie in the warehouse and belong to an order. */
export function heldPieces(snapshot: Snapshot, goodsId: number): number {
  const open = ordersWithLines(snapshot).filter(
    ({ order }) => isUnpaid(order) || orderIs.shippable(order.status),
  );
  const lines = open.flatMap((one) => one.lines).filter((line) => line.goodsId === goodsId);
  return sum(lines, (line) =>
    Math.max(0, line.quantity - line.shippedQuantity - line.refundedQuantity + line.sentRefundedQuantity),
  );
}

export function checkStock(snapshot: Snapshot, book: Book, now: Date): string[] {
  return snapshot.goods.flatMap(({ id, stock, sales, expiresOn }) => {
    const taken = takenPieces(snapshot, id);
    const short = book.short.get(id) ?? 0;
    const putIn = book.putIn.get(id) ?? 0;
    const paid = ordersWithLines(snapshot).filter(({ order }) => !isCancelled(order) && !isUnpaid(order));
    const sold = sum(
      paid.flatMap((one) => one.lines),
      (line) => (line.goodsId === id ? line.quantity - line.refundedQuantity : 0),
    );
    // What lies there of a lot beyond its day is not for sale, from the first look at its lots on.
    const isOver = stock === 0 && expiresOn !== null && hasPassed(expiresOn, now.getTime());
    return [
      ...(isOver || stock + taken + short === putIn
        ? []
        : [`goods ${id}: stock ${stock} + held and sold ${taken} + short ${short} ≠ put in ${putIn}`]),
      ...(sales === sold ? [] : [`goods ${id}: sales count ${sales}, orders say ${sold}`]),
    ];
  });
}

/** Everything is off before anything was sent. */
function isAsIfNeverBought(lines: readonly Line[]): boolean {
  return lines.every((line) => isGone(line) && line.shippedQuantity === 0);
}

/** What an order still takes of the limits. */
function quotaOf({ order, lines }: Whole): [scope: string, pieces: number][] {
  if (isCancelled(order)) return [];
  const claimed = Map.groupBy(order.reservations.quota, (one) => one.scope);
  return [...claimed].map(([scope, claims]) => {
    const whole = sum(claims, (one) => one.quantity);
    if (isUnpaid(order)) return [scope, whole];
    const { goodsId, activityId } = scopeSubject(scope);
    const counted = lines.filter(
      (line) =>
        line.kind !== 'gift' &&
        line.kind !== 'group_buy' &&
        (goodsId === 0 ? line.activityId === activityId : line.goodsId === goodsId),
    );
    if (activityId === null) return [scope, whole - sum(counted, offInHouse)];
    return [scope, isAsIfNeverBought(counted) ? 0 : whole];
  });
}

export function checkLimits(snapshot: Snapshot, { goods }: World): string[] {
  const used = new Map<string, number>();
  for (const one of ordersWithLines(snapshot))
    for (const [scope, pieces] of quotaOf(one)) {
      const name = `${one.order.companyId} ${scope}`;
      used.set(name, (used.get(name) ?? 0) + pieces);
    }
  const stored = new Map(snapshot.quota.map((row) => [`${row.companyId} ${row.scope}`, row.used]));
  const names = new Set([...used.keys(), ...stored.keys()]);
  return [...names].flatMap((name) => {
    const [counted, expected] = [stored.get(name) ?? 0, used.get(name) ?? 0];
    const scope = name.split(' ')[1] ?? '';
    const limits = goods.find((one) => one.id === scopeSubject(scope).goodsId)?.limits;
    const limit =
      { all: limits?.all, day: limits?.day, week: limits?.week }[scope.split(':')[0] ?? ''] ?? Infinity;
    return [
      ...(counted === expected ? [] : [`limit ${name}: counted ${counted}, orders took ${expected}`]),
      ...(counted <= limit ? [] : [`limit ${name}: ${counted} of at most ${limit}`]),
    ];
  });
}

export function checkActivities(snapshot: Snapshot): string[] {
  const orders = ordersWithLines(snapshot);
  return snapshot.items.flatMap(({ item, kind }) => {
    const byPiece = item.role === 'gift' || kind === 'group_buy';
    const lineKind = item.role === 'gift' ? 'gift' : 'group_buy';
    const taken = orders.flatMap(({ order, lines }): [of: string, pieces: number][] => {
      const claims = order.reservations.promo.filter((one) => one.activityGoodsId === item.id);
      const claimed = sum(claims, (one) => one.quantity);
      if (claimed === 0) return [];
      const named = `${order.no} at ${order.status} claimed ${claimed}`;
      if (isCancelled(order)) return [[named, 0]];
      if (isUnpaid(order)) return [[named, claimed]];
      if (!byPiece) return [[named, isAsIfNeverBought(lines) ? 0 : claimed]];
      const own = lines.filter((line) => line.goodsId === item.goodsId && line.kind === lineKind);
      return [[named, claimed - sum(own, offInHouse)]];
    });
    const sold = sum(taken, ([, pieces]) => pieces);
    const named = `${kind} ${item.activityId}, ${item.role} ${item.goodsId}`;
    const reported = taken.map(([of, pieces]) => `${of}, has ${pieces}`).join('; ');
    return [
      ...(sold === item.sold ? [] : [`${named}: sold ${item.sold}, orders took ${sold} (${reported})`]),
      ...(item.stock === null || item.sold <= item.stock
        ? []
        : [`${named}: ${item.sold} of ${item.stock} sold`]),
    ];
  });
}
