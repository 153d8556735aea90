/** Takes and releases the reservations of orders. Both lock in the same order: items, activities, limits, coupons. */
import type { Tx } from '../db/client.ts';
import type { OrderReservations } from '../db/schema.ts';
import { lockPromo, returnPromo, takePromo } from '../goods/promo-rows.ts';
import { releaseStock, reserveStock, sumStock } from '../goods/stock.ts';
import { lockGoods, type StockRequest } from '../goods/stock-rows.ts';
import { showLots } from '../lots/book.ts';
import { hasLots } from '../lots/rows.ts';
import type { Limits } from './plan-reservations.ts';
import { lockQuota, returnQuota, takeQuota } from './quota-rows.ts';
import {
  holdCoupons,
  refillVouchers,
  releaseCoupons,
  spendVouchers,
  type VoucherUse,
} from './voucher-rows.ts';

/** Other buyers took something meanwhile: the transaction must end without a commit, and the buyer look again. */
export class ReservationError extends Error {
  override name = 'ReservationError';
  readonly goodsIds: number[];

  constructor(reason: string, goodsIds: number[] = []) {
    super(reason);
    this.goodsIds = goodsIds;
  }
}

interface Taker {
  companyId: number;
  tradeNo: string;
  limits: Limits;
  now: Date;
  /** Stock is taken separately, of items that the transaction has locked: {@link checkTaken}. */
  isWithoutStock?: boolean;
  /** Name of the change of a waiting trade that reserves again: vouchers pay once for each. */
  change?: string;
}

/** Takes the reservations of all orders of a new trade together. Throws ReservationError when anything is gone. */
export async function takeReservations(
  tx: Tx,
  orders: readonly OrderReservations[],
  { companyId, tradeNo, limits, now, isWithoutStock = false, change = '' }: Taker,
): Promise<void> {
  if (!isWithoutStock) {
    const stock = stockOf(orders);
    checkTaken(stock, await reserveStock(tx, stock, { companyId, now }));
  }
  const promo = sumBy(
    orders.flatMap((one) => one.promo),
    (request) => request.activityGoodsId,
  ).map(([activityGoodsId, quantity]) => ({ activityGoodsId, quantity }));
  if (promo.length > 0 && (await takePromo(tx, promo)).length < promo.length)
    throw new ReservationError('活动商品已被抢完');
  const quota = sumBy(
    orders.flatMap((one) => one.quota),
    (request) => request.scope,
  ).map(([scope, quantity]) => ({ scope, quantity, most: limits.get(scope) ?? 0 }));
  if (quota.length > 0 && (await takeQuota(tx, companyId, quota)).length < quota.length)
    throw new ReservationError('已超过限购数量');
  const coupons = [...new Set(orders.flatMap((one) => one.coupons))];
  if (coupons.length > 0 && (await holdCoupons(tx, companyId, coupons, tradeNo, now)).length < coupons.length)
    throw new ReservationError('优惠券已被使用或已过期');
  const vouchers = sumVouchers(orders.flatMap((one) => one.vouchers));
  if (
    vouchers.length > 0 &&
    (await spendVouchers(tx, companyId, vouchers, tradeNo + change, now)).length < vouchers.length
  )
    throw new ReservationError('现金券余额不足或已过期');
}

/** Stock that orders take together, by item. */
export function stockOf(orders: readonly OrderReservations[]): StockRequest[] {
  return sumStock(orders.flatMap((one) => one.stock));
}

/** Throws ReservationError where an item had too little, or may not be sold any more. */
export function checkTaken(stock: readonly StockRequest[], taken: readonly number[]): void {
  const done = new Set(taken);
  const lacking = stock.map(({ goodsId }) => goodsId).filter((id) => !done.has(id));
  if (lacking.length > 0) throw new ReservationError('库存不足或已不可购买，请减少数量或移除', lacking);
}

/**
 * Locks the reservations of one company's orders, in the order of docs/locks.md. Call it once, for all orders that the
 * transaction will release: one after the other they would be locked out of order.
 */
export async function lockReservations(
  tx: Tx,
  companyId: number,
  orders: readonly { reservations: OrderReservations }[],
): Promise<void> {
  const idsOf = <Id>(pick: (reservations: OrderReservations) => readonly Id[]) => [
    ...new Set(orders.flatMap(({ reservations }) => pick(reservations))),
  ];
  const goods = idsOf(({ stock }) => stock.map(({ goodsId }) => goodsId));
  if (goods.length > 0) await lockGoods(tx, goods);
  const promo = idsOf((reservations) => reservations.promo.map(({ activityGoodsId }) => activityGoodsId));
  if (promo.length > 0) await lockPromo(tx, promo);
  const scopes = idsOf(({ quota }) => quota.map(({ scope }) => scope));
  if (scopes.length > 0) await lockQuota(tx, companyId, scopes);
}

/**
 * Releases the reservations of a cancelled order. A coupon shared with `others`, the trade's orders that go on, stays
 * with them. `change` is the name of the change of a waiting trade that reserves again what this releases.
 */
export async function releaseReservations(
  tx: Tx,
  order: { no: string; companyId: number; reservations: OrderReservations },
  others: readonly OrderReservations[],
  change = '',
): Promise<void> {
  const { reservations, companyId } = order;
  await releaseStock(tx, sumStock(reservations.stock));
  if (reservations.promo.length > 0) await returnPromo(tx, reservations.promo);
  if (reservations.quota.length > 0) await returnQuota(tx, companyId, reservations.quota);
  const shared = new Set(others.flatMap((one) => one.coupons));
  const free = reservations.coupons.filter((id) => !shared.has(id));
  if (free.length > 0) await releaseCoupons(tx, companyId, free);
  if (reservations.vouchers.length > 0)
    await refillVouchers(tx, reservations.vouchers, 'give_back', order.no + change);
}

function sumBy<T extends { quantity: number }, K>(
  requests: readonly T[],
  key: (request: T) => K,
): [K, number][] {
  const sums = new Map<K, number>();
  for (const request of requests) sums.set(key(request), (sums.get(key(request)) ?? 0) + request.quantity);
  return [...sums];
}

function sumVouchers(uses: readonly VoucherUse[]): VoucherUse[] {
  const sums = new Map<number, number>();
  for (const { id, amount } of uses) sums.set(id, (sums.get(id) ?? 0) + amount);
  return [...sums].map(([id, amount]) => ({ id, amount }));
}

/**
 * Returned stock is for sale as far as sellable lots have it; the lines of orders say what is still owed. Called last,
 * with the items locked.
 */
export async function showStock(
  tx: Tx,
  reservations: readonly OrderReservations[],
  now: Date,
): Promise<void> {
  const goodsIds = [...new Set(reservations.flatMap(({ stock }) => stock.map(({ goodsId }) => goodsId)))];
  if (await hasLots(tx, goodsIds)) await showLots(tx, goodsIds, now);
}
