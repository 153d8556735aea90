/** Purchase templates: named lists that a member orders from again and again. */

import { sql } from 'drizzle-orm';
import {
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isNotNegative } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';

export const purchaseTemplate = pgTable(
  'purchase_template',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** 1 Monday … 7 Sunday. */
    weekday: smallint(),
    monthDay: smallint(),
    /** The Shanghai day of the last order from it. */
    usedOn: date(),
    /** Incremented with every edit, so that a concurrent edit is refused. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique('purchase_template_once').on(t.companyId, t.userId, t.name),
    check(
      'purchase_template_day',
      sql`${t.weekday} between 1 and 7 and ${t.monthDay} is null
        or ${t.monthDay} between 1 and 31 and ${t.weekday} is null or ${t.weekday} is null and ${t.monthDay} is null`,
    ),
  ],
);

export const purchaseTemplateLine = pgTable(
  'purchase_template_line',
  {
    templateId: integer()
      .notNull()
      .references(() => purchaseTemplate.id, { onDelete: 'cascade' }),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    number: integer().notNull(),
    /** Fen a piece and last day of the lot when it was saved or last ordered, to show what changed since. */
    price: fen(),
    expiresOn: date(),
    sort: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.templateId, t.goodsId] }),
    check('purchase_template_line_positive', sql`${t.number} > 0`),
    isNotNegative('purchase_template_line', t.price),
  ],
);
