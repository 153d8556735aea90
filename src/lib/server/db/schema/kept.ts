/** What buyers keep of goods: favourites, what they bought, reminders, what they look for. */

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

/** What a company meant by a line of its purchase lists, so that the same line is matched the same way again. */
export const purchaseMemory = pgTable(
  'purchase_memory',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The line without its quantity and signs, as rules/purchase-line makes it. */
    line: text().notNull(),
    productId: integer()
      .notNull()
      .references(() => product.id),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.line] })],
);

/**
 * What a company paid for a piece when it bought a goods last, before what is taken off together: kept by triggers of
 * `order` and `order_line`, so that lists tell it by key.
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

/** 到货通知 and 降价通知: one open wish a user and goods. */
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
    /** The price below which to tell, for kind price. */
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

/** 品种求购: what a buyer looks for and does not find. */
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
    /** Fen a piece that the buyer would pay; null says nothing of it. */
    price: fen(),
    phone: text().notNull(),
    note: text().notNull().default(''),
    /** Key of rules/wanted-state: open, found, missing, withdrawn. */
    status: word('wanted.status').notNull(),
    /** What the house answered. */
    reply: text().notNull().default(''),
    /** The goods that was found. */
    goodsId: integer().references(() => goods.id),
    /** Made by the form: the same form sent twice is one request. */
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
