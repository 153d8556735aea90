/** Wallets, points and vouchers: a balance is the sum of its ledger. */

import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { companyCoupon } from './activities.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';

export const wallet = pgTable(
  'wallet',
  {
    companyId: integer()
      .primaryKey()
      .references(() => company.id),
    balance: fen().notNull().default(0),
    points: integer().notNull().default(0),
    /** Points of refunded orders that were spent already: the next ones meet it. */
    pointsDebt: integer().notNull().default(0),
  },
  (t) => [check('wallet_not_negative', sql`${t.balance} >= 0 and ${t.points} >= 0 and ${t.pointsDebt} >= 0`)],
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
    /** Change of the debt by this entry. */
    owed: integer().notNull().default(0),
    ref: text().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('points_ledger_once').on(t.companyId, t.useType, t.ref),
    isKnown('points_ledger.use_type', t.useType),
    isNotNegative('points_ledger', t.balanceAfter),
    index('points_ledger_company').on(t.companyId, t.id),
    index('points_ledger_owed').on(t.companyId).where(sql`owed <> 0`),
  ],
);

/** Points of one grant, under the id of its entry; `merchantId` pays for them, null: the platform. */
export const pointsLot = pgTable(
  'points_lot',
  {
    id: integer()
      .primaryKey()
      .references(() => pointsLedger.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    merchantId: integer().references(() => merchant.id),
    remaining: integer().notNull(),
    /** The first moment at which they are gone. */
    expiresAt: at().notNull(),
  },
  (t) => [
    isNotNegative('points_lot', t.remaining),
    index('points_lot_open').on(t.companyId, t.expiresAt, t.id).where(sql`remaining > 0`),
    index('points_lot_ending').on(t.expiresAt, t.companyId).where(sql`remaining > 0`),
  ],
);

/** What an entry took from a lot (below zero) or gave back to it. */
export const pointsMove = pgTable(
  'points_move',
  {
    entryId: integer()
      .notNull()
      .references(() => pointsLedger.id),
    lotId: integer()
      .notNull()
      .references(() => pointsLot.id),
    amount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.lotId] }),
    check('points_move_moves', sql`${t.amount} <> 0`),
    index('points_move_lot').on(t.lotId),
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
