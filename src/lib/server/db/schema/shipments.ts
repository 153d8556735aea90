/** Shipments, their lots and their way. */

import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, isInOrder } from './columns.ts';
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
  (t) => [index('shipment_order').on(t.orderNo), unique('shipment_once').on(t.orderNo, t.trackingNo)],
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

export const shipmentEvent = pgTable(
  'shipment_event',
  {
    id: serial().primaryKey(),
    shipmentId: integer()
      .notNull()
      .references(() => shipment.id),
    text: text().notNull(),
    at: createdAt(),
  },
  (t) => [index('shipment_event_shipment').on(t.shipmentId)],
);
