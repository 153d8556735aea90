/** Trades, orders, their lines and their history. */

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, serial, smallint, text } from 'drizzle-orm/pg-core';
import type { TraceStep } from '#lib/rules/terms/quote-shape.ts';
import { user } from './accounts.ts';
import { activity } from './activities.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';

/**
 * The reservations of an order, so that a cancellation releases exactly these. Counts are pieces, voucher amounts fen.
 */
export type OrderReservations = {
  stock: { goodsId: number; quantity: number }[];
  /** Own stock of activities: ids of activity_goods. */
  promo: { activityGoodsId: number; quantity: number }[];
  quota: { scope: string; quantity: number }[];
  /** Ids of company_coupon that reduce this order; several orders of a trade may share one. */
  coupons: number[];
  vouchers: { id: number; amount: number }[];
};

export type AddressSnapshot = {
  receiver: string;
  phone: string;
  province: string;
  city: string;
  district: string;
  detail: string;
  /** Six-digit code of the district; missing in older trades. */
  regionCode?: string;
  /** It was outside the district of the licence at ordering; left out otherwise. */
  isToCheck?: boolean;
};

/** The orders of one payment. Its state follows from its orders; `closedAt`/`paidAt` only record the times. */
export const trade = pgTable(
  'trade',
  {
    no: text().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    /** normal, flash (15 minutes to pay), group_buy. */
    kind: word('trade.kind').notNull().default('normal'),
    /** What remains to pay for the trade's active orders; decreases when one of its orders is cancelled. */
    payAmount: fen().notNull(),
    paidAt: at(),
    deadlineAt: at().notNull(),
    address: jsonb().$type<AddressSnapshot>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('trade_company').on(t.companyId, t.createdAt),
    index('trade_deadline').on(t.deadlineAt),
    // Desks find orders by the receiver's telephone.
    index('trade_phone').on(sql`(${t.address}->>'phone')`),
    isKnown('trade.kind', t.kind),
    isNotNegative('trade', t.payAmount),
  ],
);

export const order = pgTable(
  'order',
  {
    no: text().primaryKey(),
    tradeNo: text()
      .notNull()
      .references(() => trade.no),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    warehouseId: smallint().notNull(),
    isColdChain: boolean().notNull().default(false),
    status: word('order.status').notNull(),
    goodsAmount: fen().notNull(),
    discountAmount: fen().notNull(),
    shippingAmount: fen().notNull(),
    payAmount: fen().notNull(),
    refundedAmount: fen().notNull().default(0),
    cashbackAmount: fen().notNull().default(0),
    rebateAmount: fen().notNull().default(0),
    remark: text().notNull().default(''),
    reservations: jsonb().$type<OrderReservations>().notNull(),
    cancelReason: text(),
    deadlineAt: at().notNull(),
    paidAt: at(),
    shippedAt: at(),
    /** When it completes automatically; extended once by 延长收货. */
    receiveBy: at(),
    isExtended: boolean().notNull().default(false),
    completedAt: at(),
    /** When rebate and cashback were credited to the balance; set at once where nothing was promised. */
    creditedAt: at(),
    cancelledAt: at(),
    hiddenAt: at(),
    /** When the buyer last pressed 催单. */
    hurriedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('order_company').on(t.companyId, t.createdAt),
    // Open orders: few of all orders of a company, and of all in the shop.
    index('order_open')
      .on(t.companyId, t.status)
      .where(
        sql`status in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped', 'to_receive', 'refusing')`,
      ),
    index('order_trade').on(t.tradeNo),
    // Desks find orders by the last digits of their number, and list them by the day of payment.
    index('order_no_end').on(sql`reverse(${t.no}) text_pattern_ops`),
    index('order_paid').on(t.paidAt, t.no),
    // Figures of a merchant's days.
    index('order_merchant_paid').on(t.merchantId, t.paidAt).where(sql`paid_at is not null`),
    // A merchant's desk searches its own orders in any state.
    index('order_merchant').on(t.merchantId, t.createdAt),
    index('order_due').on(t.status, t.deadlineAt),
    index('order_receive_due').on(t.status, t.receiveBy),
    index('order_credit_due').on(t.completedAt).where(sql`credited_at is null and completed_at is not null`),
    check('order_refund_bounded', sql`${t.refundedAmount} <= ${t.payAmount}`),
    isKnown('order.status', t.status),
    isNotNegative(
      'order',
      t.goodsAmount,
      t.discountAmount,
      t.shippingAmount,
      t.payAmount,
      t.refundedAmount,
      t.cashbackAmount,
      t.rebateAmount,
    ),
    check(
      'order_adds_up',
      sql`${t.payAmount} = ${t.goodsAmount} - ${t.discountAmount} + ${t.shippingAmount}`,
    ),
  ],
);

/** Names and terms as sold, so that an old order reads the same when the item changes. */
export type GoodsSnapshot = {
  name: string;
  maker: string;
  spec: string;
  form: string;
  unit: string;
  approvalNo: string;
  otc: string;
  storage: string;
  sku: string;
  expiresOn: string;
};

export const orderLine = pgTable(
  'order_line',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** A combination has a line for each of its parts. */
    kind: word('order_line.kind').notNull().default('normal'),
    activityId: integer().references(() => activity.id),
    snapshot: jsonb().$type<GoodsSnapshot>().notNull(),
    quantity: integer().notNull(),
    /** Its pieces at the promo price (activity stock and limit), to release on cancel. */
    promoQuantity: integer().notNull().default(0),
    /** For a part of a combination: its pieces in one set. Sets are returned whole. */
    setQuantity: integer(),
    unitPrice: fen().notNull(),
    gross: fen().notNull(),
    discount: fen().notNull(),
    /** What the line pays of the goods amount; refunds divide this. */
    paid: fen().notNull(),
    rebate: fen().notNull().default(0),
    priceTrace: jsonb().$type<TraceStep[]>().notNull().default([]),
    shippedQuantity: integer().notNull().default(0),
    /** Refunded pieces, sent or not. */
    refundedQuantity: integer().notNull().default(0),
    /** Of these, pieces that had been sent: the others need not be sent. */
    sentRefundedQuantity: integer().notNull().default(0),
    refundedAmount: fen().notNull().default(0),
    /** For a gift: the order lines that earned it. It is returned with their last piece. */
    earnedBy: integer().array().notNull().default([]),
  },
  (t) => [
    index('order_line_order').on(t.orderNo),
    index('order_line_goods').on(t.goodsId),
    // Lines with pieces to ship: few of all lines of an item.
    index('order_line_open')
      .on(t.goodsId)
      .where(sql`quantity + sent_refunded_quantity > shipped_quantity + refunded_quantity`),
    isKnown('order_line.kind', t.kind),
    isNotNegative(
      'order_line',
      t.promoQuantity,
      t.unitPrice,
      t.gross,
      t.discount,
      t.paid,
      t.rebate,
      t.shippedQuantity,
      t.refundedQuantity,
      t.sentRefundedQuantity,
      t.refundedAmount,
    ),
    check(
      'order_line_pieces',
      sql`${t.quantity} > 0 and ${t.promoQuantity} <= ${t.quantity} and ${t.setQuantity} > 0`,
    ),
    check('order_line_adds_up', sql`${t.paid} = ${t.gross} - ${t.discount}`),
    check('order_line_sent_bounded', sql`${t.shippedQuantity} <= ${t.quantity}`),
    check(
      'order_line_sent_refund_bounded',
      sql`${t.sentRefundedQuantity} <= ${t.refundedQuantity} and ${t.sentRefundedQuantity} <= ${t.shippedQuantity}`,
    ),
    check(
      'order_line_refund_bounded',
      sql`${t.refundedQuantity} <= ${t.quantity} and ${t.refundedAmount} <= ${t.paid}`,
    ),
  ],
);

/** Events of an order, for its timeline and for audits. */
export const orderEvent = pgTable(
  'order_event',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    fromStatus: word('order_event.from_status'),
    toStatus: word('order_event.to_status').notNull(),
    /** Kind and id of the actor, as defined by rules/actors. */
    actor: word('order_event.actor').notNull(),
    actorId: text().notNull(),
    requestId: text().notNull(),
    note: text().notNull().default(''),
    at: createdAt(),
  },
  (t) => [
    index('order_event_order').on(t.orderNo),
    isKnown('order_event.actor', t.actor),
    isKnown('order_event.from_status', t.fromStatus),
    isKnown('order_event.to_status', t.toStatus),
    check('order_event_actor_named', sql`${t.actorId} <> ''`),
  ],
);
