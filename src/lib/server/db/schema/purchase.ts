/** Purchase lists of members: templates, drafts, and how their tables are read. */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { DraftContent } from '#lib/contract/quick-order/draft.ts';
import { user } from './accounts.ts';
import { at, createdAt, fen, isNotNegative } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';

// People's choices for reading the columns of their tables.

/** The mapping of a table by its heads: a company's, a merchant's, or the platform's own where both are null. */
export const tableMapping = pgTable(
  'table_mapping',
  {
    id: serial().primaryKey(),
    companyId: integer().references(() => company.id),
    merchantId: integer().references(() => merchant.id),
    /** Name of the table's `TableSpec`. */
    kind: text().notNull(),
    /** SHA-256 of the heads in their order, hex. */
    heads: text().notNull(),
    /** Key of each column by its place; empty: it is not read. */
    keys: text().array().notNull(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique('table_mapping_once').on(t.companyId, t.merchantId, t.kind, t.heads).nullsNotDistinct(),
    check('table_mapping_owner', sql`num_nonnulls(${t.companyId}, ${t.merchantId}) <= 1`),
  ],
);

// Unfinished work of people.

/** A person's current purchase list for a company or a store of it: the same one on every device. */
export const purchaseDraft = pgTable(
  'purchase_draft',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Incremented with each change: a change names the version that it was based on. */
    version: integer().notNull(),
    content: jsonb().$type<DraftContent>().notNull(),
    /** The list before it went into the cart or was emptied, for the way back. */
    last: jsonb().$type<DraftContent>(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('purchase_draft_updated').on(t.updatedAt)],
);

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
