/** Refunds paid by another way than the money came. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, isKnown, word } from './columns.ts';
import { refund } from './payments.ts';

/**
 * One person requests, another carries it out: the database enforces that they differ, and that it is carried out once.
 */
export const refundReroute = pgTable(
  'refund_diversion',
  {
    id: serial().primaryKey(),
    refundNo: text()
      .notNull()
      .references(() => refund.no),
    /** Keys of rules/diversion. */
    state: word('refund_diversion.state').notNull().default('waiting'),
    way: word('refund_diversion.way').notNull(),
    /** Shown to the company in its ledger. */
    reason: text().notNull(),
    /** The provider's last answer, for the person who decides. */
    lastAnswer: text().notNull().default(''),
    /** Login names of staff. */
    askedBy: text().notNull(),
    createdAt: createdAt(),
    decidedBy: text(),
    decidedAt: at(),
    /** Reason of the refusal. */
    word: text().notNull().default(''),
    /** When it was found that the provider had paid as well, after it was carried out: the money was refunded twice. */
    housePaidAt: at(),
    /** How that was resolved; null while it is open. */
    settledBy: text(),
    settledAt: at(),
    settledWord: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('refund_diversion_once').on(t.refundNo).where(sql`state in ('waiting', 'passed')`),
    index('refund_diversion_refund').on(t.refundNo, t.id),
    index('refund_diversion_twice')
      .on(t.housePaidAt)
      .where(sql`house_paid_at is not null and settled_at is null`),
    isKnown('refund_diversion.state', t.state),
    isKnown('refund_diversion.way', t.way),
    check('refund_diversion_two_people', sql`${t.decidedBy} <> ${t.askedBy}`),
    check(
      'refund_diversion_decided',
      sql`(${t.decidedBy} is not null) = (${t.state} in ('passed', 'refused'))`,
    ),
    check('refund_diversion_twice_paid', sql`${t.housePaidAt} is null or ${t.state} = 'passed'`),
    check('refund_diversion_settled', sql`${t.settledAt} is null or ${t.housePaidAt} is not null`),
  ],
);
