/** Buyers' saved data about items: favourites, purchases, reminders, requests for missing items. */

import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { goods, product } from './goods.ts';

export const favorite = pgTable(
  'favorite',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.goodsId] })],
);

/** How a company matched a line of its purchase lists, so that the same line is matched the same way again. */
export const purchaseMemory = pgTable(
  'purchase_memory',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The line without its quantity and punctuation, as made by rules/purchase-line. */
    line: text().notNull(),
    productId: integer()
      .notNull()
      .references(() => product.id),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.line] })],
);

/**
 * The price per piece that a company paid at its last purchase of an item, before joint discounts. Triggers of `order`
 * and `order_line` maintain it, so that lists read it by key.
 */
export const lastBought = pgTable(
  'last_bought',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    price: fen().notNull(),
    number: integer().notNull(),
    boughtAt: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.goodsId] }), isNotNegative('last_bought', t.price)],
);

/** 到货通知 and 降价通知: one open alert per user and item. */
export const goodsAlert = pgTable(
  'goods_alert',
  {
    id: serial().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** stock or price. */
    kind: word('goods_alert.kind').notNull(),
    /** The price below which to notify, for kind price. */
    price: fen(),
    createdAt: createdAt(),
    toldAt: at(),
  },
  (t) => [
    uniqueIndex('goods_alert_open').on(t.userId, t.goodsId, t.kind).where(sql`told_at is null`),
    isKnown('goods_alert.kind', t.kind),
    isNotNegative('goods_alert', t.price),
  ],
);

/** 品种求购: a request for an item that the buyer does not find. */
export const wanted = pgTable(
  'wanted',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    name: text().notNull(),
    spec: text().notNull().default(''),
    maker: text().notNull().default(''),
    quantity: integer().notNull(),
    unit: text().notNull().default(''),
    /** Fen a piece that the buyer would pay; null if not stated. */
    price: fen(),
    phone: text().notNull(),
    note: text().notNull().default(''),
    /** Key of rules/wanted-state: open, found, missing, withdrawn. */
    status: word('wanted.status').notNull(),
    /** The platform's reply. */
    reply: text().notNull().default(''),
    /** The item that was found. */
    goodsId: integer().references(() => goods.id),
    /** Created by the form: submitting a form twice gives one request. */
    token: text().notNull(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (t) => [
    unique('wanted_once').on(t.companyId, t.token),
    index('wanted_company').on(t.companyId, t.id),
    isKnown('wanted.status', t.status),
    isNotNegative('wanted', t.price),
    check('wanted_quantity_positive', sql`${t.quantity} > 0`),
  ],
);
