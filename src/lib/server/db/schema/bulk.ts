/** Acts on many rows of the lists of the desks, done by a job, and their rows (rules 18). */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, isKnown, isNotNegative, word } from './columns.ts';
import { merchant } from './merchants.ts';
import { staff } from './staff.ts';

export const bulkRun = pgTable(
  'bulk_run',
  {
    id: serial().primaryKey(),
    /** Names of the declaration: `papers`, `remind`. */
    list: text().notNull(),
    act: text().notNull(),
    /** The side that it belongs to; null for the platform. */
    merchantId: integer().references(() => merchant.id),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    /** Login name of the person. */
    madeBy: text().notNull(),
    /** Made by the browser: the same press twice is one. */
    token: text().notNull(),
    /** What was typed into the boxes of the act. */
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** The search as an address has it; empty for ticked rows. */
    search: text().notNull(),
    /** The run whose rows are undone. */
    undoOf: integer(),
    /** How many rows there were at the beginning. */
    rows: integer().notNull().default(0),
    state: word('bulk_run.state').notNull(),
    /** Why it was stopped. */
    why: text().notNull().default(''),
    /** Somebody asked it to stop: their login name. */
    stopBy: text(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('bulk_run_once').on(t.staffId, t.token),
    // A second one of the same act waits for the first, on each side for itself.
    uniqueIndex('bulk_run_one_at_a_time')
      .on(t.list, t.act, sql`coalesce(merchant_id, 0)`)
      .where(sql`state = 'running'`),
    index('bulk_run_list').on(t.list, t.id),
    index('bulk_run_ended').on(t.endedAt),
    isKnown('bulk_run.state', t.state),
    isNotNegative('bulk_run', t.rows),
  ],
);

export const bulkRow = pgTable(
  'bulk_row',
  {
    runId: integer()
      .notNull()
      .references(() => bulkRun.id, { onDelete: 'cascade' }),
    /** From 1, in the order of the list. */
    no: integer().notNull(),
    /** The id of the row in its list, as a text. */
    key: text().notNull(),
    /** Its title when the run began. */
    name: text().notNull().default(''),
    state: word('bulk_row.state').notNull(),
    /** The entry of the audit log that its act left; null where it left none. */
    entry: integer(),
    /** Why it was refused. */
    note: text().notNull().default(''),
    doneAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.no] }),
    index('bulk_row_state').on(t.runId, t.state, t.no),
    isKnown('bulk_row.state', t.state),
  ],
);
