/** Shipments, their lots and their way. */

import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, serial, smallint, text, unique } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
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
    check('shipment_lot_quantity_positive', sql`${t.quantity} > 0`),
    isInOrder('shipment_lot_days', t.producedOn, t.expiresOn),
  ],
);

/**
 * Where each 追溯码 is that went out: a code is one piece, and one piece is in one parcel. `shipment_lot` keeps what its own
 * parcel carried; this row moves on with a piece that came back and is sent again.
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

/** 冷链记录 of a refrigerated parcel: a row for each that has one. Temperatures in tenths of a degree. */
export const coldRecord = pgTable(
  'cold_record',
  {
    shipmentId: integer()
      .primaryKey()
      .references(() => shipment.id),
    /** 启运温度; null where the words of an old parcel tell none. */
    sentTenths: smallint(),
    /** The vehicle or box; of an old parcel the words that somebody wrote. */
    cooler: text().notNull().default(''),
    /** Number of the recorder that travels with it; empty in old parcels. */
    recorder: text().notNull().default(''),
    /** 到货温度 as the buyer read it, once; null until then. */
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
    /** What the carrier calls it; null for what the shop wrote down itself. */
    state: word('shipment_event.state'),
  },
  (t) => [
    index('shipment_event_shipment').on(t.shipmentId),
    unique('shipment_event_once').on(t.shipmentId, t.at, t.text),
    isKnown('shipment_event.state', t.state),
  ],
);

/** How far a parcel is, and who is asked about it. A row for each parcel. */
export const tracking = pgTable(
  'tracking',
  {
    shipmentId: integer()
      .primaryKey()
      .references(() => shipment.id),
    state: word('tracking.state').notNull().default('sent'),
    /** The newest event's moment; when it was sent, while there is none. */
    movedAt: at().notNull(),
    /** The house that follows it, and its word for the carrier; null before one does. */
    provider: text(),
    code: text(),
    /** When a house is asked next; null when there is nobody or nothing to ask. */
    askAt: at(),
  },
  (t) => [index('tracking_ask').on(t.askAt), isKnown('tracking.state', t.state)],
);
