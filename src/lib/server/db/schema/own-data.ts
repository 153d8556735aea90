/** Exports of companies' own data. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isNotNegative } from './columns.ts';
import { company } from './companies.ts';

/** One ZIP. A job creates it in the file store under its address, and deletes it later. */
export const dataExport = pgTable(
  'data_export',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The requester; null when the account is deleted. */
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    /** Random: the address cannot be guessed. */
    token: text().notNull().unique(),
    /** Progress: orders and files included. `total` is 0 before it was counted. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    readyAt: at(),
    /** When it was deleted. */
    removedAt: at(),
  },
  (t) => [
    uniqueIndex('data_export_open').on(t.companyId).where(sql`ready_at is null and removed_at is null`),
    index('data_export_company').on(t.companyId, t.id),
    index('data_export_lying').on(t.readyAt).where(sql`removed_at is null`),
    isNotNegative('data_export', t.done, t.total),
    check('data_export_ready', sql`(${t.readyAt} is null) = (${t.bytes} is null)`),
  ],
);
