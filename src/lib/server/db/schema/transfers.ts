/** Bank transfers: what companies reported, what arrived, and what was sent back by hand. */

import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, serial, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isKnown, word } from './columns.ts';
import { storedFile } from './papers.ts';
import { payment, refund } from './payments.ts';

/** Facts of a payment by bank transfer; its number is the reference that the buyer writes on it. */
export const bankTransfer = pgTable(
  'bank_transfer',
  {
    payNo: text()
      .primaryKey()
      .references(() => payment.no),
    /** Key of rules/transfer-state. */
    state: word('bank_transfer.state').notNull().default('waiting'),
    /** The voucher: one file belongs to one transfer. */
    fileId: integer().references(() => storedFile.id),
    submittedAt: at(),
    /** Why the desk returned it, or what it waits for. */
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('bank_transfer_voucher_once').on(t.fileId).where(sql`file_id is not null`),
    index('bank_transfer_state').on(t.state, t.createdAt),
    isKnown('bank_transfer.state', t.state),
  ],
);

/** Money received on the account. */
export const bankReceipt = pgTable(
  'bank_receipt',
  {
    /** The bank's serial number: entered once. */
    serial: text().primaryKey(),
    payNo: text()
      .notNull()
      .references(() => bankTransfer.payNo),
    amount: fen().notNull(),
    /** The day on the account. */
    receivedOn: date().notNull(),
    /** Since when it has paid, or is being refunded; null while it waits for the rest. */
    settledAt: at(),
    /** Login name of the person who entered it. */
    staff: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('bank_receipt_pay').on(t.payNo), check('bank_receipt_amount_positive', sql`${t.amount} > 0`)],
);

/** A refund that a person sent by bank. */
export const bankPayout = pgTable('bank_payout', {
  refundNo: text()
    .primaryKey()
    .references(() => refund.no),
  /** The bank's serial number: entered once. */
  serial: text().notNull().unique(),
  staff: text().notNull(),
  createdAt: createdAt(),
});

/** A receipt that was entered by mistake and undone, with its content; its serial number may be entered again. */
export const bankReceiptUndone = pgTable(
  'bank_receipt_undone',
  {
    id: serial().primaryKey(),
    serial: text().notNull(),
    payNo: text()
      .notNull()
      .references(() => bankTransfer.payNo),
    amount: fen().notNull(),
    receivedOn: date().notNull(),
    /** Who had entered it, and who undid it. */
    staff: text().notNull(),
    undoneBy: text().notNull(),
    reason: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('bank_receipt_undone_pay').on(t.payNo),
    index('bank_receipt_undone_serial').on(t.serial),
    check('bank_receipt_undone_amount_positive', sql`${t.amount} > 0`),
  ],
);

/** A credit of an imported bank statement: a row is imported only once. */
export const bankStatementRow = pgTable(
  'bank_statement_row',
  {
    id: serial().primaryKey(),
    /** The bank's short name, e.g. 工行; empty if not given. */
    bank: text().notNull(),
    /** The bank's serial number, upper case. */
    serial: text().notNull(),
    paidOn: date().notNull(),
    amount: fen().notNull(),
    payer: text().notNull().default(''),
    payerAccount: text().notNull().default(''),
    remark: text().notNull().default(''),
    /** Who imported it. */
    staff: text().notNull(),
    createdAt: createdAt(),
    /** The transfer that it was registered for; null for none. */
    payNo: text().references(() => bankTransfer.payNo),
    registeredAt: at(),
  },
  (t) => [
    unique('bank_statement_row_once').on(t.bank, t.serial),
    index('bank_statement_row_open').on(t.paidOn).where(sql`pay_no is null`),
    check('bank_statement_row_amount_positive', sql`${t.amount} > 0`),
    check('bank_statement_row_registered', sql`(${t.payNo} is null) = (${t.registeredAt} is null)`),
  ],
);
