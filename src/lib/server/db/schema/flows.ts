/** 票账货款: the sealed records of orders, the days whose roots are published, and where flows do not agree (rules 4). */

import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { order } from './orders.ts';

/** A Shanghai day's pass over the orders, and its root once all of them were compared. */
export const flowDay = pgTable(
  'flow_day',
  {
    day: date().primaryKey(),
    /** The first day of payments that are compared; null: 400 days back, of a release before. */
    since: date(),
    /** Hexadecimal; null until it is published. */
    root: text(),
    /** Sealed records, and orders that were compared. */
    leaves: integer().notNull().default(0),
    checked: integer().notNull().default(0),
    /** The order that was compared last; empty before the first. Orders go by the moment of their payment and their number. */
    cursorNo: text().notNull().default(''),
    begunAt: createdAt(),
    publishedAt: at(),
    /** When its records were last compared with its root. */
    auditedAt: at(),
  },
  (t) => [
    isNotNegative('flow_day', t.leaves, t.checked),
    check('flow_day_root', sql`${t.root} ~ '^[0-9a-f]{64}$'`),
    check('flow_day_published', sql`num_nonnulls(${t.root}, ${t.publishedAt}) in (0, 2)`),
  ],
);

/** An order's record as it was sealed on a day. Append-only: a change of the order is a record of a later day. */
export const flowLeaf = pgTable(
  'flow_leaf',
  {
    day: date()
      .notNull()
      .references(() => flowDay.day),
    /** Its place in the tree of the day, from 0. */
    at: integer().notNull(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    /** Random, hexadecimal. */
    salt: text().notNull(),
    /** The record as canonical JSON (rules/flows/flow.ts). */
    body: text().notNull(),
    /** The hash of the leaf, hexadecimal. */
    hash: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.at] }),
    unique('flow_leaf_once').on(t.orderNo, t.day),
    isNotNegative('flow_leaf', t.at),
    check('flow_leaf_hex', sql`${t.salt} ~ '^[0-9a-f]{32}$' and ${t.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Where an order's flows do not agree, until they agree again. */
export const flowBreak = pgTable(
  'flow_break',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    cause: word('flow_break.cause').notNull(),
    /** An item, an invoice's number, a figure; empty for the order. */
    about: text().notNull(),
    /** Fen or pieces, as the cause says. */
    wanted: fen().notNull(),
    found: fen().notNull(),
    foundAt: at().notNull(),
    /** Null while they do not agree. */
    closedAt: at(),
    /** What a person found out about these figures; other figures take it away. */
    note: text(),
    notedBy: text(),
    notedAt: at(),
  },
  (t) => [
    unique('flow_break_once').on(t.orderNo, t.cause, t.about),
    index('flow_break_open').on(t.foundAt).where(sql`closed_at is null`),
    isKnown('flow_break.cause', t.cause),
    check('flow_break_noted', sql`num_nonnulls(${t.note}, ${t.notedBy}, ${t.notedAt}) in (0, 3)`),
  ],
);
