/** All that the checks look at, read at one moment. */

import { asc, eq, inArray, like, sql } from 'drizzle-orm';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import type { Db } from '#lib/server/db/client.ts';
import * as schema from '#lib/server/db/schema.ts';
import type { World } from '../world.ts';

export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>;
export type Order = Snapshot['orders'][number];
export type Line = Snapshot['lines'][number];

export async function takeSnapshot(db: Db, { companies, goods }: World) {
  const goodsIds = goods.map((one) => one.id);
  return db.transaction(
    async (tx) => {
      const orders = await tx
        .select()
        .from(schema.order)
        .where(inArray(schema.order.companyId, companies))
        .orderBy(asc(schema.order.no));
      const nos = orders.map((one) => one.no);
      const ofOrders = (column: typeof schema.orderLine.orderNo | typeof schema.orderEvent.orderNo) =>
        inArray(column, nos);
      const payments = await tx
        .select()
        .from(schema.payment)
        .where(inArray(schema.payment.companyId, companies));
      const payNos = payments.map((one) => one.no);
      const held = await tx
        .select()
        .from(schema.companyCoupon)
        .where(inArray(schema.companyCoupon.companyId, companies));
      return {
        orders,
        trades: await tx.select().from(schema.trade).where(inArray(schema.trade.companyId, companies)),
        lines: await tx
          .select()
          .from(schema.orderLine)
          .where(ofOrders(schema.orderLine.orderNo))
          .orderBy(asc(schema.orderLine.id)),
        events: await tx
          .select()
          .from(schema.orderEvent)
          .where(ofOrders(schema.orderEvent.orderNo))
          .orderBy(asc(schema.orderEvent.id)),
        lots: await tx
          .select({
            lineId: schema.shipmentLot.orderLineId,
            quantity: schema.shipmentLot.quantity,
            expiresOn: schema.shipmentLot.expiresOn,
            shippedAt: schema.shipment.shippedAt,
          })
          .from(schema.shipmentLot)
          .innerJoin(schema.orderLine, eq(schema.orderLine.id, schema.shipmentLot.orderLineId))
          .innerJoin(schema.shipment, eq(schema.shipment.id, schema.shipmentLot.shipmentId))
          .where(ofOrders(schema.orderLine.orderNo)),
        keys: await tx
          .select({
            companyId: schema.idempotencyKey.companyId,
            key: schema.idempotencyKey.key,
            answer: sql<{ trade_no: string } | null>`(${schema.idempotencyKey.answer} #>> '{}')::jsonb`,
          })
          .from(schema.idempotencyKey)
          .where(inArray(schema.idempotencyKey.companyId, companies)),
        payments,
        shares: await tx.select().from(schema.paymentTrade).where(inArray(schema.paymentTrade.payNo, payNos)),
        refunds: await tx.select().from(schema.refund).where(inArray(schema.refund.companyId, companies)),
        wallets: await tx.select().from(schema.wallet).where(inArray(schema.wallet.companyId, companies)),
        ledger: await tx
          .select()
          .from(schema.walletLedger)
          .where(inArray(schema.walletLedger.companyId, companies))
          .orderBy(asc(schema.walletLedger.id)),
        points: await tx
          .select()
          .from(schema.pointsLedger)
          .where(inArray(schema.pointsLedger.companyId, companies))
          .orderBy(asc(schema.pointsLedger.id)),
        charges: await tx
          .select()
          .from(schema.sandboxCharge)
          .where(inArray(schema.sandboxCharge.payNo, payNos)),
        sandboxOrders: await tx
          .select()
          .from(schema.sandboxOrder)
          .where(inArray(schema.sandboxOrder.payNo, payNos)),
        sandboxRefunds: await tx.select().from(schema.sandboxRefund),
        coupons: await tx.select().from(schema.coupon).where(like(schema.coupon.name, '模型%')),
        held,
        voucherLedger: await tx
          .select()
          .from(schema.voucherLedger)
          .where(
            inArray(
              schema.voucherLedger.companyCouponId,
              held.map((one) => one.id),
            ),
          )
          .orderBy(asc(schema.voucherLedger.id)),
        quota: await tx.select().from(schema.quotaUse).where(inArray(schema.quotaUse.companyId, companies)),
        goods: await tx.select().from(schema.goods).where(inArray(schema.goods.id, goodsIds)),
        items: await tx
          .select({ item: schema.activityGoods, kind: schema.activity.kind })
          .from(schema.activityGoods)
          .innerJoin(schema.activity, eq(schema.activity.id, schema.activityGoods.activityId))
          .where(inArray(schema.activityGoods.goodsId, goodsIds)),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Nothing is paid yet, and all that was claimed is held. */
export const isUnpaid = ({ status }: Pick<Order, 'status'>) => orderIs.unpaid(status);
export const isCancelled = ({ status }: Pick<Order, 'status'>) => status === 'cancelled';
/** It was paid at some time, whatever came back since. */
export const wasPaid = (order: Pick<Order, 'status'>) => !isUnpaid(order) && !isCancelled(order);

/** Pieces of a paid line that came off before they left the warehouse: a refund takes those first. */
export function offInHouse({ refundedQuantity, sentRefundedQuantity }: Line): number {
  return refundedQuantity - sentRefundedQuantity;
}

export function isGone({ quantity, refundedQuantity }: Line): boolean {
  return refundedQuantity >= quantity;
}

export function sum<T>(list: readonly T[], amount: (one: T) => number): number {
  return list.reduce((all, one) => all + amount(one), 0);
}

/** Sums by a name. */
export function sumBy<T>(
  list: readonly T[],
  name: (one: T) => string,
  amount: (one: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const one of list) sums.set(name(one), (sums.get(name(one)) ?? 0) + amount(one));
  return sums;
}
