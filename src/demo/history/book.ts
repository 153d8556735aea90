/** The rows of the demo's history, collected before they are written together. */
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type * as schema from '#lib/server/db/schema.ts';

type Insert<T extends { $inferInsert: unknown }> = T['$inferInsert'];
type Moved<T> = Omit<T, 'balanceAfter'> & { companyId: number; amount: number; createdAt: Date };
export type Money = Moved<Insert<typeof schema.walletLedger>>;
export type Points = Moved<Insert<typeof schema.pointsLedger>>;

/** A company's coupon and the trade that used it. */
export type UsedCoupon = { id: number; tradeNo: string; usedAt: Date };

/** The payment of a trade. */
export type Payment = { no: string; provider: string; providerNo: string };

export class Book {
  readonly trades: Insert<typeof schema.trade>[] = [];
  readonly orders: Insert<typeof schema.order>[] = [];
  readonly lines: (Insert<typeof schema.orderLine> & { id: number })[] = [];
  readonly events: Insert<typeof schema.orderEvent>[] = [];
  readonly payments: Insert<typeof schema.payment>[] = [];
  readonly shares: Insert<typeof schema.paymentTrade>[] = [];
  readonly refunds: Insert<typeof schema.refund>[] = [];
  readonly counterOrders: Insert<typeof schema.sandboxOrder>[] = [];
  readonly counterCharges: Insert<typeof schema.sandboxCharge>[] = [];
  readonly counterRefunds: Insert<typeof schema.sandboxRefund>[] = [];
  readonly parcels: (Insert<typeof schema.shipment> & { id: number })[] = [];
  readonly colds: Insert<typeof schema.coldRecord>[] = [];
  readonly lots: Insert<typeof schema.shipmentLot>[] = [];
  readonly reports: Insert<typeof schema.shipmentEvent>[] = [];
  readonly messages: (Insert<typeof schema.message> & { createdAt: Date })[] = [];
  /** Movements of the balance, unordered. */
  readonly money: Money[] = [];
  readonly points: Points[] = [];
  readonly coupons: UsedCoupon[] = [];
  /** Pieces sold, by item. */
  readonly sold = new Map<number, number>();

  event(
    order: { no: string },
    from: OrderStatus | null,
    to: OrderStatus,
    what: { actor: Actor; note: string; at: Date },
  ): void {
    const { actor, note, at } = what;
    this.events.push({
      orderNo: order.no,
      fromStatus: from,
      toStatus: to,
      actor: actor.kind,
      actorId: actor.id,
      requestId: actor.requestId,
      note,
      at,
    });
  }

  sell(goodsId: number, pieces: number): void {
    this.sold.set(goodsId, (this.sold.get(goodsId) ?? 0) + pieces);
  }
}
