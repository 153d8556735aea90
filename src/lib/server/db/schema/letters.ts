/** Letters of the platform's people to companies (rules 2). What a company reads is its row of `message`. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';

export const letter = pgTable(
  'letter',
  {
    id: serial().primaryKey(),
    /** Staff, as they log in. */
    madeBy: text().notNull(),
    /** Made by the browser: the same letter twice is one. */
    token: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** A page of the shop; empty for none. */
    link: text().notNull().default(''),
    /** The one company it was written to. */
    companyId: integer().references(() => company.id),
    /** The search that found many: its boxes that were filled in. */
    filter: jsonb().$type<Record<string, string>>(),
    /** Those that it had found, ascending. */
    companyIds: integer().array(),
    /** How many companies it is for. */
    companies: integer().notNull(),
    /** How many got it. */
    sent: integer().notNull().default(0),
    /** The last company of the last slice: the next one begins behind it. */
    lastCompanyId: integer().notNull().default(0),
    state: word('letter.state').notNull(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('letter_once').on(t.madeBy, t.token),
    // A second letter to many waits until the first has been sent.
    uniqueIndex('letter_one_at_a_time').on(t.state).where(sql`state = 'sending'`),
    index('letter_company').on(t.companyId, t.createdAt),
    index('letter_created').on(t.createdAt),
    isKnown('letter.state', t.state),
    check(
      'letter_to_one_or_many',
      sql`(${t.companyId} is null) = (${t.filter} is not null) and (${t.filter} is null) = (${t.companyIds} is null)`,
    ),
    isNotNegative('letter', t.companies, t.sent, t.lastCompanyId),
  ],
);
