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

/** 找人代付: a link that pays one trade, created by a person who may pay it. Its address contains its signed id. */
export const payLink = pgTable(
  'pay_link',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tradeNo: text()
      .notNull()
      .references(() => trade.no),
    /** The company that its creator acted for. */
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
    /** Its purpose: the trades that share it, or a top-up of the balance. */
    purpose: word('payment.purpose').notNull().default('order'),
    provider: text().notNull(),
    amount: fen().notNull(),
    /** Key of rules/payment-state: pending, paid, failed, closed, refunded. */
    status: word('payment.status').notNull(),
    /** The provider's transaction number, known after its response. */
    providerNo: text(),
    /** The remote payment that this part from the balance belongs to: both are paid or neither. */
    partOf: text().references((): AnyPgColumn => payment.no),
    /** Key of rules/remote-state: its known state at a remote provider; null for our own books. */
    remoteState: word('payment.remote_state'),
    /** When a remote provider is queried next; null once no change is possible. */
    askAt: at(),
    /** The link by which somebody else pays it. */
    linkId: integer().references(() => payLink.id),
    failReason: text(),
    voucherUrl: text(),
    /** Text of the QR code for payment, and its expiry; null where the browser is redirected. */
    qr: text(),
    qrUntil: at(),
    createdAt: createdAt(),
    paidAt: at(),
    closedAt: at(),
  },
  (t) => [
    index('payment_company').on(t.companyId),
    index('payment_created').on(t.createdAt),
    // Every payment from the balance reads what the person has paid from it today.
    index('payment_from_balance')
      .on(t.companyId, t.userId, t.createdAt)
      .where(sql`${t.provider} = 'balance'`),
    index('payment_link').on(t.linkId).where(sql`${t.linkId} is not null`),
    index('payment_ask').on(t.askAt).where(sql`${t.askAt} is not null`),
    unique('payment_provider_once').on(t.provider, t.providerNo),
    // A desk looks for a provider's number alone; PostgreSQL before 18 cannot skip the first column.
    index('payment_provider_no').on(t.providerNo).where(sql`${t.providerNo} is not null`),
    unique('payment_part_once').on(t.partOf),
    isKnown('payment.status', t.status),
    isKnown('payment.purpose', t.purpose),
    isKnown('payment.remote_state', t.remoteState),
    isNotNegative('payment', t.amount),
  ],
);

/** A person's payment password, and the wrong attempts since the last right one. */
export const payPassword = pgTable(
  'pay_password',
  {
    userId: text()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Like a login's: `salt:key`. */
    hash: text().notNull(),
    tries: integer().notNull().default(0),
    /** No attempt is checked before; null without a lock. */
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
    /** The trade no longer waited for the money when it arrived: its share was refunded and pays for nothing. */
    isGivenBack: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.payNo, t.tradeNo] }),
    index('payment_trade_trade').on(t.tradeNo),
    isNotNegative('payment_trade', t.amount),
  ],
);

/** Refunds. `no` is derived from the cause, so that a refund is never recorded twice. */
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
    /** The provider's transaction of the refund. */
    providerNo: text().notNull(),
    amount: fen().notNull(),
    /** Key of rules/remote-state; our own books go from requested to done. */
    status: word('refund.status').notNull(),
    /** When a remote provider is queried next; null while nothing was sent. */
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

/** The books of the 模拟收银台, which acts as a payment provider: only its own module uses them. */
export const sandboxOrder = pgTable('sandbox_order', {
  /** The shop's number of the payment. */
  payNo: text().primaryKey(),
  /** It can no longer be paid. */
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
    /** Time of the next call to the shop; null when there is none. */
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
    /** The shop's refund number: the same number twice refunds once. */
    no: text().primaryKey(),
    chargeNo: text()
      .notNull()
      .references(() => sandboxCharge.no),
    amount: fen().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('sandbox_refund_amount_positive', sql`${t.amount} > 0`)],
);
