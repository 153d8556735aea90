/** Shipments, their lots and their tracking. */

import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
import { merchant } from './merchants.ts';
import { order, orderLine } from './orders.ts';

export const shipment = pgTable(
  'shipment',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    carrier: text().notNull(),
    trackingNo: text().notNull(),
    shippedAt: createdAt(),
  },
  (t) => [
    index('shipment_order').on(t.orderNo),
    index('shipment_tracking_no').on(t.trackingNo),
    unique('shipment_once').on(t.orderNo, t.trackingNo),
  ],
);

export const shipmentLot = pgTable(
  'shipment_lot',
  {
    id: serial().primaryKey(),
    shipmentId: integer()
      .notNull()
      .references(() => shipment.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLine.id),
    lotNo: text().notNull(),
    producedOn: date().notNull(),
    expiresOn: date().notNull(),
    quantity: integer().notNull(),
    testReport: text().notNull().default(''),
    traceCodes: text().array().notNull().default([]),
  },
  (t) => [
    index('shipment_lot_shipment').on(t.shipmentId),
    check('shipment_lot_quantity_positive', sql`${t.quantity} > 0`),
    isInOrder('shipment_lot_days', t.producedOn, t.expiresOn),
  ],
);

/**
 * The parcel of each shipped 追溯码: a code is one piece, and one piece is in one parcel. `shipment_lot` has the original
 * content of its parcel; this row changes when a returned piece is sent again.
 */
export const traceCode = pgTable(
  'trace_code',
  {
    code: text().primaryKey(),
    shipmentId: integer()
      .notNull()
      .references(() => shipment.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLine.id),
    lotNo: text().notNull(),
  },
  (t) => [index('trace_code_line').on(t.orderLineId, t.lotNo)],
);

/**
 * The case or middle pack that a 追溯码 is in, as its merchant brought it in by a file. It saves scanning box by box; what
 * was shipped is `trace_code` alone.
 */
export const tracePack = pgTable(
  'trace_pack',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    code: text().notNull(),
    parent: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.code] }),
    index('trace_pack_parent').on(t.merchantId, t.parent),
    check('trace_pack_within', sql`${t.code} <> ${t.parent}`),
  ],
);

/** 冷链记录 of refrigerated parcels, a row each. Temperatures in tenths of a degree. */
export const coldRecord = pgTable(
  'cold_record',
  {
    shipmentId: integer()
      .primaryKey()
      .references(() => shipment.id),
    /** 启运温度; null where an old parcel's text has none. */
    sentTenths: smallint(),
    /** The vehicle or box; for an old parcel free text. */
    cooler: text().notNull().default(''),
    /** Number of the recorder in the parcel; empty in old parcels. */
    recorder: text().notNull().default(''),
    /** 到货温度 as the buyer measured it, once; null until then. */
    arrivedTenths: smallint(),
    arrivedAt: at(),
    arrivedBy: text().references(() => user.id),
  },
  (t) => [
    check(
      'cold_record_degrees',
      sql`${t.sentTenths} between -800 and 300 and ${t.arrivedTenths} between -800 and 300`,
    ),
    check(
      'cold_record_arrived_by',
      sql`num_nonnulls(${t.arrivedTenths}, ${t.arrivedAt}, ${t.arrivedBy}) in (0, 3)`,
    ),
  ],
);

export const shipmentEvent = pgTable(
  'shipment_event',
  {
    id: serial().primaryKey(),
    shipmentId: integer()
      .notNull()
      .references(() => shipment.id),
    text: text().notNull(),
    at: createdAt(),
    /** The carrier's state; null for an event recorded by the shop itself. */
    state: word('shipment_event.state'),
  },
  (t) => [
    index('shipment_event_shipment').on(t.shipmentId),
    unique('shipment_event_once').on(t.shipmentId, t.at, t.text),
    isKnown('shipment_event.state', t.state),
  ],
);

/** The tracking state of a parcel, and the provider that is queried. A row for each parcel. */
export const tracking = pgTable(
  'tracking',
  {
    shipmentId: integer()
      .primaryKey()
      .references(() => shipment.id),
    state: word('tracking.state').notNull().default('sent'),
    /** The newest event's time; the time of sending while there is none. */
    movedAt: at().notNull(),
    /** The provider that tracks it, and its code of the carrier; null before. */
    provider: text(),
    code: text(),
    /** When a provider is queried next; null when there is none or nothing to query. */
    askAt: at(),
  },
  (t) => [index('tracking_ask').on(t.askAt), isKnown('tracking.state', t.state)],
);
