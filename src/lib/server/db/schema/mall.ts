/** The points mall: what is offered, its orders, their parcels, and cases about damaged things (rules 6). */

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { BuyerType } from '#lib/rules/companies/qualification.ts';
import { user } from './accounts.ts';
import { at, createdAt, fen, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import type { AddressSnapshot } from './orders.ts';
import { storedFile } from './papers.ts';

export const pointsGoods = pgTable(
  'points_goods',
  {
    id: serial().primaryKey(),
    kind: word('points_goods.kind').notNull(),
    name: text().notNull(),
    /** One line of a card. */
    summary: text().notNull().default(''),
    description: text().notNull().default(''),
    /** When and how it is delivered, in words. */
    delivery: text().notNull().default(''),
    /** Names of its own pictures in the store, in order; none: it is drawn. */
    pictures: text().array().notNull().default([]),
    points: integer().notNull(),
    /** Paid from the balance besides the points. */
    money: fen().notNull().default(0),
    /** What a coupon or voucher takes off; of a thing what it costs the platform. */
    value: fen().notNull().default(0),
    /** Of a coupon. */
    threshold: fen().notNull().default(0),
    /** Days for which a coupon or voucher can be used. */
    validDays: integer().notNull().default(0),
    /** The wheel of a chance. */
    wheelId: integer(),
    stock: integer().notNull(),
    /** Pieces redeemed, without those of cancelled orders. */
    sold: integer().notNull().default(0),
    /** Pieces a company may have in a period; 0 is no limit. */
    limitCount: integer().notNull().default(0),
    limitPeriod: word('points_goods.limit_period').notNull().default('ever'),
    /** Kinds of buyers that may redeem it; none: all. */
    buyerTypes: text().array().$type<BuyerType[]>().notNull().default([]),
    onFrom: at().notNull(),
    /** Null: without an end. */
    onTo: at(),
    isOn: boolean().notNull().default(false),
    /** The smaller, the further in front. */
    sort: integer().notNull().default(0),
    /** Created by the form: submitting it twice gives one goods. */
    token: text().notNull().unique().default(sql`gen_random_uuid()::text`),
    /** Counted with each change at a desk: of two at once the second is refused. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    index('points_goods_shown').on(t.isOn, t.sort, t.id),
    isKnown('points_goods.kind', t.kind),
    isKnown('points_goods.limit_period', t.limitPeriod),
    isNotNegative('points_goods', t.money, t.value, t.threshold, t.validDays, t.stock, t.sold, t.limitCount),
    check('points_goods_costs', sql`${t.points} > 0`),
    check(
      'points_goods_usable',
      sql`${t.kind} not in ('coupon', 'voucher') or ${t.value} > 0 and ${t.validDays} > 0`,
    ),
    isInOrder('points_goods_moments', t.onFrom, t.onTo),
  ],
);

/** An order: what was redeemed, or a thing that was won (0 points). */
export const pointsOrder = pgTable(
  'points_order',
  {
    no: text().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    goodsId: integer()
      .notNull()
      .references(() => pointsGoods.id),
    kind: word('points_order.kind').notNull(),
    /** As it was redeemed. */
    name: text().notNull(),
    quantity: integer().notNull(),
    /** Of the whole order. */
    points: integer().notNull(),
    money: fen().notNull(),
    status: word('points_order.status').notNull(),
    address: jsonb().$type<AddressSnapshot>(),
    /** The draw that it was won by. */
    drawId: integer(),
    /** Of a prize: until when an address may be named. */
    addressUntil: at(),
    shippedAt: at(),
    /** When it completes by itself. */
    receiveBy: at(),
    completedAt: at(),
    cancelledAt: at(),
    cancelReason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('points_order_draw').on(t.drawId),
    index('points_order_company').on(t.companyId, t.createdAt, t.no),
    index('points_order_limit').on(t.companyId, t.goodsId, t.createdAt),
    index('points_order_money').on(t.companyId, t.userId, t.createdAt).where(sql`money > 0`),
    index('points_order_to_ship').on(t.createdAt).where(sql`status = 'to_ship'`),
    index('points_order_receive').on(t.receiveBy).where(sql`status = 'shipped'`),
    index('points_order_address').on(t.addressUntil).where(sql`status = 'to_address'`),
    index('points_order_made').on(t.createdAt, t.no),
    isKnown('points_order.kind', t.kind),
    isKnown('points_order.status', t.status),
    isNotNegative('points_order', t.points, t.money),
    check('points_order_pieces', sql`${t.quantity} > 0`),
    check(
      'points_order_sent',
      sql`${t.status} <> 'shipped' or ${t.address} is not null and ${t.receiveBy} is not null`,
    ),
    check(
      'points_order_prize',
      sql`${t.drawId} is null or ${t.points} = 0 and ${t.addressUntil} is not null`,
    ),
  ],
);

/** A parcel of an order, with its tracking; a thing that is sent again has another. */
export const pointsParcel = pgTable(
  'points_parcel',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => pointsOrder.no),
    carrier: text().notNull(),
    trackingNo: text().notNull(),
    sentAt: createdAt(),
    state: word('points_parcel.state').notNull().default('sent'),
    /** The newest event's time; the time of sending while there is none. */
    movedAt: at().notNull(),
    /** The provider that tracks it, and its code of the carrier; null before. */
    provider: text(),
    code: text(),
    /** When a provider is queried next; null when there is none or nothing to query. */
    askAt: at(),
  },
  (t) => [
    unique('points_parcel_once').on(t.orderNo, t.trackingNo),
    index('points_parcel_tracking_no').on(t.trackingNo),
    index('points_parcel_ask').on(t.askAt),
    isKnown('points_parcel.state', t.state),
  ],
);

export const pointsParcelEvent = pgTable(
  'points_parcel_event',
  {
    id: serial().primaryKey(),
    parcelId: integer()
      .notNull()
      .references(() => pointsParcel.id),
    text: text().notNull(),
    at: createdAt(),
    state: word('points_parcel_event.state').notNull(),
  },
  (t) => [
    unique('points_parcel_event_once').on(t.parcelId, t.at, t.text),
    isKnown('points_parcel_event.state', t.state),
  ],
);

/** A damaged thing. The platform gives its points back, sends another, or refuses. */
export const pointsCase = pgTable(
  'points_case',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => pointsOrder.no),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    reason: text().notNull(),
    state: word('points_case.state').notNull().default('asked'),
    /** What the platform says to it. */
    answer: text().notNull().default(''),
    endedAt: at(),
    /** Created by the form: submitting it twice gives one case. */
    token: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('points_case_once').on(t.companyId, t.token),
    uniqueIndex('points_case_open').on(t.orderNo).where(sql`state = 'asked'`),
    index('points_case_order').on(t.orderNo, t.id),
    isKnown('points_case.state', t.state),
  ],
);

export const pointsCaseFile = pgTable(
  'points_case_file',
  {
    caseId: integer()
      .notNull()
      .references(() => pointsCase.id),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.position] }), index('points_case_file_file').on(t.fileId)],
);
