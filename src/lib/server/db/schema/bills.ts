/** Daily bills of payment providers, and their differences from our books. */
import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';

/** A day's bill that was read completely. */
export const providerBill = pgTable(
  'provider_bill',
  {
    source: text('house').notNull(),
    /** In Shanghai. */
    day: date().notNull(),
    lines: integer().notNull(),
    readAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.source, t.day] }), isNotNegative('provider_bill', t.lines)],
);

/** A line of a bill: money received or refunded. */
export const billLine = pgTable(
  'bill_line',
  {
    source: text('house').notNull(),
    kind: word('bill_line.kind').notNull(),
    /** Our number. */
    no: text().notNull(),
    /** The provider's transaction. */
    providerNo: text().notNull(),
    amount: fen().notNull(),
    day: date().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.kind, t.no, t.providerNo] }),
    index('bill_line_day').on(t.source, t.day),
    isKnown('bill_line.kind', t.kind),
    isNotNegative('bill_line', t.amount),
  ],
);

/** A difference, until it disappears or somebody has recorded how it was resolved. */
export const billDifference = pgTable(
  'bill_difference',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text('house').notNull(),
    day: date().notNull(),
    kind: word('bill_difference.kind').notNull(),
    problem: word('bill_difference.problem').notNull(),
    no: text().notNull(),
    providerNo: text().notNull(),
    /** Fen; null where one side has no such entry. */
    ours: fen(),
    theirs: fen(),
    foundAt: createdAt(),
    /** Null while it is open. */
    settledAt: at(),
    /** The person's name; null where it had disappeared at the next comparison. */
    settledBy: text(),
    note: text(),
  },
  (t) => [
    unique('bill_difference_once').on(t.source, t.kind, t.problem, t.no, t.providerNo),
    index('bill_difference_open').on(t.foundAt).where(sql`${t.settledAt} is null`),
    isKnown('bill_difference.kind', t.kind),
    isKnown('bill_difference.problem', t.problem),
    isNotNegative('bill_difference', t.ours, t.theirs),
  ],
);
