/** Sets of changes that people of the desks make to many rows, and their rows (rules 18). */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CellValue } from '#lib/rules/changes/cells.ts';
import { at, createdAt, isKnown, isNotNegative, word } from './columns.ts';
import { merchant } from './merchants.ts';

export const changeSet = pgTable(
  'change_set',
  {
    id: serial().primaryKey(),
    subject: word('change_set.subject').notNull(),
    /** The merchant whose rows are changed. */
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    source: word('change_set.source').notNull(),
    state: word('change_set.state').notNull(),
    /** Made by the browser: the same set twice is one. */
    token: text().notNull(),
    /** Staff, as they log in. */
    madeBy: text().notNull(),
    reason: text().notNull().default(''),
    /** New values for every row; rows of tables have their own. */
    values: jsonb().$type<Record<string, CellValue>>().notNull().default({}),
    /** The search of `found`, in its own words. */
    filter: jsonb().$type<Record<string, string>>(),
    /** The set whose rows are taken back. */
    undoOf: integer(),
    /** A second person has to pass it: some row has an alarm. */
    needsSecond: boolean().notNull().default(false),
    decidedBy: text(),
    /** Why a second person refused it, or why it stopped by itself. */
    word: text().notNull().default(''),
    /** Somebody asked the running set to stop. */
    isStopAsked: boolean().notNull().default(false),
    /** Failures since the last success. */
    failedInTurn: integer().notNull().default(0),
    createdAt: createdAt(),
    beganAt: at(),
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('change_set_once').on(t.merchantId, t.madeBy, t.token),
    index('change_set_merchant').on(t.merchantId, t.id),
    index('change_set_working').on(t.id).where(sql`state in ('draft', 'running')`),
    index('change_set_waiting').on(t.merchantId).where(sql`state = 'waiting'`),
    isKnown('change_set.subject', t.subject),
    isKnown('change_set.source', t.source),
    isKnown('change_set.state', t.state),
    check('change_set_undo', sql`(${t.undoOf} is null) = (${t.source} <> 'undo')`),
    check('change_set_two_people', sql`${t.decidedBy} <> ${t.madeBy}`),
    isNotNegative('change_set', t.failedInTurn),
  ],
);

export const changeRow = pgTable(
  'change_row',
  {
    setId: integer()
      .notNull()
      .references(() => changeSet.id, { onDelete: 'cascade' }),
    /** From 1, in the order of the table or of the keys. */
    no: integer().notNull(),
    /** The id of the changed row; 0 where a table names none. */
    rowId: integer().notNull(),
    /** The row's name when it was checked. */
    label: text().notNull().default(''),
    state: word('change_row.state').notNull(),
    /** Its own new values; null: those of the set. */
    values: jsonb().$type<Record<string, CellValue>>(),
    /** The values that the person saw, by changed field; null: those at the check. */
    seen: jsonb().$type<Record<string, CellValue>>(),
    /** Changed fields before and after; null before the check. */
    before: jsonb().$type<Record<string, CellValue>>(),
    after: jsonb().$type<Record<string, CellValue>>(),
    /** Why it is refused or failed, or what a second person is to look at. */
    note: text().notNull().default(''),
    changedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.setId, t.no] }),
    index('change_row_state').on(t.setId, t.state, t.no),
    index('change_row_history').on(t.rowId, t.setId).where(sql`state in ('done', 'undone')`),
    isKnown('change_row.state', t.state),
  ],
);
