/** What moves money by hand: corrections of balances, coupons and cash vouchers that are given. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { companyCoupon } from './activities.ts';
import { at, createdAt, fen, isKnown, word } from './columns.ts';
import { company } from './companies.ts';

/** One person asks, another decides: the database holds that they are two. */
export const balanceCorrection = pgTable(
  'balance_correction',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Key of rules/correction: the balance, or a piece that is given. */
    kind: word('balance_correction.kind').notNull().default('balance'),
    /** Signed: what is taken away is negative. Of a piece its value. */
    amount: fen().notNull(),
    /** Of a piece: from which amount on it may be used, and its last day in Shanghai. */
    threshold: fen().notNull().default(0),
    until: date(),
    reason: text().notNull(),
    /** Key of rules/correction. */
    state: word('balance_correction.state').notNull().default('waiting'),
    /** Staff, as they log in. */
    askedBy: text().notNull(),
    createdAt: createdAt(),
    decidedBy: text(),
    decidedAt: at(),
    /** Why it was refused. */
    word: text().notNull().default(''),
    /** The piece that was given. */
    companyCouponId: integer().references(() => companyCoupon.id),
  },
  (t) => [
    index('balance_correction_state').on(t.state, t.id),
    index('balance_correction_company').on(t.companyId, t.id),
    isKnown('balance_correction.state', t.state),
    isKnown('balance_correction.kind', t.kind),
    check('balance_correction_moves', sql`${t.amount} <> 0`),
    check('balance_correction_two_people', sql`${t.decidedBy} <> ${t.askedBy}`),
    check('balance_correction_decided', sql`(${t.decidedBy} is null) = (${t.state} = 'waiting')`),
    check('balance_correction_piece', sql`(${t.kind} = 'balance') = (${t.until} is null)`),
    check('balance_correction_piece_value', sql`${t.kind} = 'balance' or ${t.amount} > 0`),
    // A release that knows balances only cannot pass a piece as one.
    check(
      'balance_correction_given',
      sql`(${t.companyCouponId} is not null) = (${t.kind} <> 'balance' and ${t.state} = 'passed')`,
    ),
  ],
);
