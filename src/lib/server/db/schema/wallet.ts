/** Wallets, points and vouchers: a balance is the sum of its ledger. */

import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { companyCoupon } from './activities.ts';
import { createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';

export const wallet = pgTable(
  'wallet',
  {
    companyId: integer()
      .primaryKey()
      .references(() => company.id),
    balance: fen().notNull().default(0),
    points: integer().notNull().default(0),
  },
  (t) => [check('wallet_not_negative', sql`${t.balance} >= 0 and ${t.points} >= 0`)],
);

/** Append-only; `balanceAfter` is the running balance. `ref` makes an entry unique. */
export const walletLedger = pgTable(
  'wallet_ledger',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** top_up, pay, refund, rebate, cashback, adjust. */
    useType: word('wallet_ledger.use_type').notNull(),
    amount: fen().notNull(),
    balanceAfter: fen().notNull(),
    ref: text().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('wallet_ledger_once').on(t.companyId, t.useType, t.ref),
    index('wallet_ledger_company').on(t.companyId, t.id),
    isKnown('wallet_ledger.use_type', t.useType),
    isNotNegative('wallet_ledger', t.balanceAfter),
  ],
);

export const pointsLedger = pgTable(
  'points_ledger',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    useType: word('points_ledger.use_type').notNull(),
    amount: integer().notNull(),
    balanceAfter: integer().notNull(),
    ref: text().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('points_ledger_once').on(t.companyId, t.useType, t.ref),
    isKnown('points_ledger.use_type', t.useType),
    isNotNegative('points_ledger', t.balanceAfter),
    index('points_ledger_company').on(t.companyId, t.id),
  ],
);

/** Cash vouchers' own ledger: what each paid, and what came back to it. */
export const voucherLedger = pgTable(
  'voucher_ledger',
  {
    id: serial().primaryKey(),
    companyCouponId: integer()
      .notNull()
      .references(() => companyCoupon.id),
    /** issue (written by the database when the voucher is given), pay, give_back, refund. */
    useType: word('voucher_ledger.use_type').notNull(),
    amount: fen().notNull(),
    balanceAfter: fen().notNull(),
    ref: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('voucher_ledger_once').on(t.companyCouponId, t.useType, t.ref),
    isKnown('voucher_ledger.use_type', t.useType),
    isNotNegative('voucher_ledger', t.balanceAfter),
    index('voucher_ledger_voucher').on(t.companyCouponId, t.id),
  ],
);
