/** Payments and refunds at their providers, and the books of the 模拟收银台. */

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { order, trade } from './orders.ts';

/** 找人代付: a link that pays one trade, made by who may pay it. What is signed into its address is its id. */
export const payLink = pgTable(
  'pay_link',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tradeNo: text()
      .notNull()
      .references(() => trade.no),
    /** For whom its maker acted. */
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    createdAt: createdAt(),
    revokedAt: at(),
  },
  (t) => [uniqueIndex('pay_link_once').on(t.tradeNo).where(sql`${t.revokedAt} is null`)],
);

export const payment = pgTable(
  'payment',
  {
    no: text().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    /** What it is for: the trades that share it, or the balance itself. */
    purpose: word('payment.purpose').notNull().default('order'),
    provider: text().notNull(),
    amount: fen().notNull(),
    /** Key of rules/payment-state: pending, paid, failed, closed, refunded. */
    status: word('payment.status').notNull(),
    /** The provider's transaction number, known once it answered. */
    providerNo: text(),
    /** The remote payment that this part from the balance belongs to: they pay together or not at all. */
    partOf: text().references((): AnyPgColumn => payment.no),
    /** Key of rules/remote-state: what we know of it at a remote provider; null for our own books. */
    remoteState: word('payment.remote_state'),
    /** When a remote provider is asked next; null once nothing more can come. */
    askAt: at(),
    /** The link that somebody else pays it by. */
    linkId: integer().references(() => payLink.id),
    failReason: text(),
    voucherUrl: text(),
    /** What a phone scans to pay, and until when that works; null where the browser goes elsewhere. */
    qr: text(),
    qrUntil: at(),
    createdAt: createdAt(),
    paidAt: at(),
    closedAt: at(),
  },
  (t) => [
    index('payment_company').on(t.companyId),
    index('payment_created').on(t.createdAt),
    // What a person has paid from the balance today is asked with each payment from it.
    index('payment_from_balance')
      .on(t.companyId, t.userId, t.createdAt)
      .where(sql`${t.provider} = 'balance'`),
    index('payment_link').on(t.linkId).where(sql`${t.linkId} is not null`),
    index('payment_ask').on(t.askAt).where(sql`${t.askAt} is not null`),
    unique('payment_provider_once').on(t.provider, t.providerNo),
    unique('payment_part_once').on(t.partOf),
    isKnown('payment.status', t.status),
    isKnown('payment.purpose', t.purpose),
    isKnown('payment.remote_state', t.remoteState),
    isNotNegative('payment', t.amount),
  ],
);

/** A person's payment password, and the wrong ones given since the last right one. */
export const payPassword = pgTable(
  'pay_password',
  {
    userId: text()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Like a login's: `salt:key`. */
    hash: text().notNull(),
    tries: integer().notNull().default(0),
    /** None is looked at before; null while none is left to be waited for. */
    lockedUntil: at(),
    createdAt: createdAt(),
    setAt: at().notNull(),
  },
  (t) => [isNotNegative('pay_password', t.tries)],
);

export const paymentTrade = pgTable(
  'payment_trade',
  {
    payNo: text()
      .notNull()
      .references(() => payment.no),
    tradeNo: text()
      .notNull()
      .references(() => trade.no),
    amount: fen().notNull(),
    /** The trade did not wait for it any more when the money came: its share went back and pays for nothing. */
    isGivenBack: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.payNo, t.tradeNo] }),
    index('payment_trade_trade').on(t.tradeNo),
    isNotNegative('payment_trade', t.amount),
  ],
);

/** Money going back. `no` is made from its cause, so that the same refund is never written twice. */
export const refund = pgTable(
  'refund',
  {
    no: text().primaryKey(),
    payNo: text()
      .notNull()
      .references(() => payment.no),
    orderNo: text().references(() => order.no),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    provider: text().notNull(),
    /** The provider's transaction that gives back. */
    providerNo: text().notNull(),
    amount: fen().notNull(),
    /** Key of rules/remote-state; our own books go from requested to done. */
    status: word('refund.status').notNull(),
    /** When a remote provider is asked how it stands; null while nothing was sent. */
    askAt: at(),
    reason: text().notNull(),
    createdAt: createdAt(),
    doneAt: at(),
  },
  (t) => [
    index('refund_pay').on(t.payNo),
    index('refund_order').on(t.orderNo),
    index('refund_status').on(t.status),
    isKnown('refund.status', t.status),
    check('refund_amount_positive', sql`${t.amount} > 0`),
  ],
);

/** The books of the 模拟收银台, which plays a payment house of its own: only its own module touches them. */
export const sandboxOrder = pgTable('sandbox_order', {
  /** The shop's number of the payment. */
  payNo: text().primaryKey(),
  /** Nobody can pay it any more. */
  closedAt: at(),
  createdAt: createdAt(),
});

export const sandboxCharge = pgTable(
  'sandbox_charge',
  {
    /** Its transaction number. */
    no: text().primaryKey(),
    payNo: text().notNull(),
    merchant: text().notNull(),
    amount: fen().notNull(),
    isPaid: boolean().notNull(),
    notifyUrl: text().notNull(),
    /** The next call to the shop; null when there is none to make. */
    notifyAt: at(),
    notifiesLeft: integer().notNull(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('sandbox_charge_pay').on(t.payNo),
    index('sandbox_charge_due').on(t.notifyAt),
    isNotNegative('sandbox_charge', t.amount, t.notifiesLeft, t.tries),
  ],
);

export const sandboxRefund = pgTable(
  'sandbox_refund',
  {
    /** The shop's refund number: the same one twice gives back once. */
    no: text().primaryKey(),
    chargeNo: text()
      .notNull()
      .references(() => sandboxCharge.no),
    amount: fen().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('sandbox_refund_amount_positive', sql`${t.amount} > 0`)],
);
