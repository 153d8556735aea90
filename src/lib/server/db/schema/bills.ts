/** Books: daily bills of payment providers with their differences, and the double-entry books. */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { merchant } from './merchants.ts';

// The double-entry books. Triggers of the tables that money moves in write them (migrations/0000_baseline.sql).

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
    // The condition and the expression are those of `merchantMoves` (ledgers/booking-rows.ts).
    index('booking_merchant')
      .on(sql`(case when to_account = 'merchant' then to_owner else from_owner end)`, t.at, t.id)
      .where(sql`to_account = 'merchant' or from_account = 'merchant'`),
    // Refunds of an order: their number begins with its own.
    index('booking_refund').on(sql`(split_part(ref, ':', 1))`).where(sql`cause = 'refund'`),
    check(
      'booking_moves',
      sql`${t.amount} > 0 and (${t.fromAccount}, ${t.fromOwner}) <> (${t.toAccount}, ${t.toOwner})`,
    ),
    isKnown('booking.cause', t.cause),
    isKnown('booking.from_account', t.fromAccount),
    isKnown('booking.to_account', t.toAccount),
  ],
);

/**
 * Sums of the movements of a merchant's account, folded from `booking`: negative for what it gave. They are of the
 * bookings up to `accountFold.upTo` alone; later ones are read themselves.
 */
export const accountSum = pgTable(
  'account_sum',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    span: word('account_sum.span').notNull(),
    /** The first day of the span, in Shanghai. */
    first: date().notNull(),
    cause: word('booking.cause').notNull(),
    amount: fen().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.span, t.first, t.cause] }),
    isKnown('account_sum.span', t.span),
  ],
);

/** One row, or none before the first fold. */
export const accountFold = pgTable(
  'account_fold',
  {
    id: smallint().primaryKey(),
    /** The number of the last folded booking. */
    upTo: integer().notNull(),
  },
  (t) => [check('account_fold_one', sql`${t.id} = 1`)],
);

/**
 * A merchant's answer to the statement of a month (rules 4); the statement itself is derived from `booking`. Without a row
 * the merchant has not answered.
 */
export const statementAnswer = pgTable(
  'statement_answer',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** 2026-10, in Shanghai. */
    month: text().notNull(),
    state: word('statement_answer.state').notNull(),
    /** The figures that the merchant objected to or confirmed: a later booking of the month shows as a difference. */
    before: fen().notNull(),
    sold: fen().notNull(),
    refunded: fen().notNull(),
    borne: fen().notNull(),
    settled: fen().notNull(),
    owed: fen().notNull(),
    /** The objection; empty where it was confirmed at once. */
    reason: text().notNull().default(''),
    /** The amount owed as the merchant has it, if it says one. */
    claimed: fen(),
    objectedBy: text(),
    objectedAt: at(),
    /** The platform's reply. */
    answer: text().notNull().default(''),
    answeredBy: text(),
    answeredAt: at(),
    confirmedBy: text(),
    confirmedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.month] }),
    index('statement_answer_objected').on(t.objectedAt).where(sql`state = 'objected'`),
    isKnown('statement_answer.state', t.state),
    check('statement_answer_month', sql`${t.month} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`),
    check(
      'statement_answer_foots',
      sql`${t.before} + ${t.sold} - ${t.refunded} + ${t.borne} - ${t.settled} = ${t.owed}`,
    ),
    check(
      'statement_answer_steps',
      sql`(${t.state} = 'confirmed') = (${t.confirmedAt} is not null) and (${t.state} <> 'objected' or ${t.objectedAt} is not null)
        and (${t.state} <> 'answered' or ${t.answeredAt} is not null) and (${t.answeredAt} is null or ${t.objectedAt} is not null)`,
    ),
  ],
);

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
