/** People's choices for reading the columns of their tables. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';

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
