/** What companies asked to be given of their own data. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isNotNegative } from './columns.ts';
import { company } from './companies.ts';

/** One ZIP. It is made by a job, lies in the store of files under its address, and is swept. */
export const dataExport = pgTable(
  'data_export',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Who asked; null when they are gone. */
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    /** Random: nobody guesses the address of another's. */
    token: text().notNull().unique(),
    /** How much of it is in: orders and files. `total` is 0 before it was counted. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    readyAt: at(),
    /** Since when it is taken away. */
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
