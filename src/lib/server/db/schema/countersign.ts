/** Acts that wait for a second person: corrections of balances, coupons, transfers, prices, refunds. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { shopKinds } from '#lib/rules/companies/act-kinds.ts';
import { companyCoupon } from './activities.ts';
import { at, createdAt, fen, isKnown, word, words } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';

/** One line of what an act changes, in words. */
export interface ActChange {
  label: string;
  /** Empty where there was no value. */
  from: string;
  to: string;
}

/**
 * One person requests, another decides: the database enforces that they differ. The table has the name of its first
 * kind, because processes of the release before write it during an upgrade.
 */
export const waitingAct = pgTable(
  'balance_correction',
  {
    id: serial().primaryKey(),
    /** Null for an act about the shop itself. */
    companyId: integer().references(() => company.id),
    /** Key of rules/countersign. */
    kind: word('balance_correction.kind').notNull().default('balance'),
    /** Signed: a deduction is negative. For a coupon its value. Null where no money moves. */
    amount: fen(),
    /** For a coupon: its minimum amount, and its last day in Shanghai. */
    threshold: fen().notNull().default(0),
    until: date(),
    reason: text().notNull(),
    /** Key of rules/countersign. */
    state: word('balance_correction.state').notNull().default('waiting'),
    /** Login names of staff. */
    askedBy: text().notNull(),
    createdAt: createdAt(),
    decidedBy: text(),
    decidedAt: at(),
    /** Reason of the refusal. */
    word: text().notNull().default(''),
    /** The granted coupon. */
    companyCouponId: integer().references(() => companyCoupon.id),
    /** Its subject, e.g. the number of a transfer: one act of a kind waits for a subject. Empty: any number may. */
    subject: text().notNull().default(''),
    /** Parameters for carrying it out; the kind defines the shape. */
    payload: jsonb().$type<unknown>().notNull().default({}),
    /** Old and new values, for the person who decides. */
    changes: jsonb().$type<ActChange[]>().notNull().default([]),
    /** Side and role of the requester, e.g. `platform:finance`; empty for older acts. */
    askedAs: text().notNull().default(''),
    /** The requester carried it out at once, within the limit of one person. */
    isAlone: boolean().notNull().default(false),
    /** Result of an act of a newer kind: a number, or its state. */
    outcome: text().notNull().default(''),
    /** The merchant of the item or order. */
    merchantId: integer().references(() => merchant.id),
  },
  (t) => [
    index('balance_correction_state').on(t.state, t.id),
    index('balance_correction_company').on(t.companyId, t.id),
    index('balance_correction_asked').on(t.askedBy, t.createdAt),
    uniqueIndex('balance_correction_one_waits')
      .on(t.kind, t.subject)
      .where(sql`state = 'waiting' and subject <> ''`),
    isKnown('balance_correction.state', t.state),
    isKnown('balance_correction.kind', t.kind),
    check(
      'balance_correction_of_company',
      sql`(${t.companyId} is null) = (${t.kind} in (${words(shopKinds)}))`,
    ),
    check('balance_correction_moves', sql`${t.amount} <> 0`),
    check(
      'balance_correction_two_people',
      sql`${t.isAlone} or ${t.state} = 'withdrawn' or ${t.decidedBy} <> ${t.askedBy}`,
    ),
    check('balance_correction_decided', sql`(${t.decidedBy} is null) = (${t.state} = 'waiting')`),
    check('balance_correction_piece', sql`(${t.kind} in ('voucher', 'coupon')) = (${t.until} is not null)`),
    check('balance_correction_piece_value', sql`${t.kind} = 'balance' or ${t.amount} > 0`),
    // A release that knows only balances cannot process a coupon as one.
    check(
      'balance_correction_given',
      sql`(${t.companyCouponId} is not null) = (${t.kind} in ('voucher', 'coupon') and ${t.state} = 'passed')`,
    ),
    // Nor can a release that does not know the other kinds decide one of them.
    check(
      'balance_correction_outcome',
      sql`${t.kind} in ('balance', 'voucher', 'coupon') or ${t.state} = 'waiting' or ${t.outcome} <> ''`,
    ),
  ],
);
