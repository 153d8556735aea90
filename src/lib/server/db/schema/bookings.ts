/** The double-entry books. Triggers of the tables that money moves in write them (migrations/0000_baseline.sql). */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { at, fen, isKnown, word } from './columns.ts';

/** Append-only: an amount that went from one account to another. `cause` and `ref` make one unrepeatable. */
export const booking = pgTable(
  'booking',
  {
    id: serial().primaryKey(),
    cause: word('booking.cause').notNull(),
    ref: text().notNull(),
    fromAccount: word('booking.from_account').notNull(),
    /** Which of the account's: an id or a key as text; empty where there is one alone. */
    fromOwner: text().notNull(),
    toAccount: word('booking.to_account').notNull(),
    toOwner: text().notNull(),
    amount: fen().notNull(),
    /** When it happened; what was there before the books was entered as of its own time. */
    at: at().notNull(),
  },
  (t) => [
    unique('booking_once').on(t.cause, t.ref),
    index('booking_from').on(t.fromAccount, t.fromOwner, t.at),
    index('booking_to').on(t.toAccount, t.toOwner, t.at),
    check(
      'booking_moves',
      sql`${t.amount} > 0 and (${t.fromAccount}, ${t.fromOwner}) <> (${t.toAccount}, ${t.toOwner})`,
    ),
    isKnown('booking.cause', t.cause),
    isKnown('booking.from_account', t.fromAccount),
    isKnown('booking.to_account', t.toAccount),
  ],
);
