/** Bank transfers: what companies say that they sent, what came, and what was sent back by hand. */

import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isKnown, word } from './columns.ts';
import { storedFile } from './papers.ts';
import { payment, refund } from './payments.ts';

/** What is known of a payment by bank transfer; its number is the reference that the buyer writes on it. */
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
    /** Why the desk sent it back, or what it waits for. */
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('bank_transfer_voucher_once').on(t.fileId).where(sql`file_id is not null`),
    index('bank_transfer_state').on(t.state, t.createdAt),
    isKnown('bank_transfer.state', t.state),
  ],
);

/** Money that the desk found on the account. */
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
    /** Since when it has paid, or is on its way back; null while it waits for the rest. */
    settledAt: at(),
    /** Who entered it, as they log in. */
    staff: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('bank_receipt_pay').on(t.payNo), check('bank_receipt_amount_positive', sql`${t.amount} > 0`)],
);

/** A refund that a person sent by the bank. */
export const bankPayout = pgTable('bank_payout', {
  refundNo: text()
    .primaryKey()
    .references(() => refund.no),
  /** The bank's serial number: entered once. */
  serial: text().notNull().unique(),
  staff: text().notNull(),
  createdAt: createdAt(),
});
