/** Corrections of balances by hand. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
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
    /** Signed: what is taken away is negative. */
    amount: fen().notNull(),
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
  },
  (t) => [
    index('balance_correction_state').on(t.state, t.id),
    index('balance_correction_company').on(t.companyId, t.id),
    isKnown('balance_correction.state', t.state),
    check('balance_correction_moves', sql`${t.amount} <> 0`),
    check('balance_correction_two_people', sql`${t.decidedBy} <> ${t.askedBy}`),
    check('balance_correction_decided', sql`(${t.decidedBy} is null) = (${t.state} = 'waiting')`),
  ],
);
