/** Invoices with their lines, files and events, and red forms (rules 19). */

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { RedLine } from '#lib/rules/invoices/red.ts';
import type { TaxRate } from '#lib/rules/invoices/tax.ts';
import type { InvoiceSeller, InvoiceTitle } from '#lib/rules/invoices/titles.ts';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';
import { order, orderLine } from './orders.ts';

/** An invoice. Amounts of a red one are negative. Title and seller are copies of the moment it was asked for. */
export const invoice = pgTable(
  'invoice',
  {
    id: serial().primaryKey(),
    /** Our number at the provider; another with each new attempt. */
    serial: text().notNull(),
    color: word('invoice.color').notNull(),
    /** Of a red one: what it takes back, and by which form. */
    blueId: integer().references((): AnyPgColumn => invoice.id),
    redFormId: integer().references((): AnyPgColumn => redForm.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    title: jsonb().$type<InvoiceTitle>().notNull(),
    seller: jsonb().$type<InvoiceSeller>().notNull(),
    kind: word('invoice.kind').notNull(),
    form: word('invoice.form').notNull(),
    state: word('invoice.state').notNull().default('waiting'),
    /** 发票号码, 20 digits; 发票代码 is empty on a 数电票. */
    number: text(),
    code: text().notNull().default(''),
    issuedAt: at(),
    gross: fen().notNull(),
    net: fen().notNull(),
    tax: fen().notNull(),
    /** Key of the provider. */
    provider: text().notNull(),
    attempt: smallint().notNull().default(1),
    /** When the job looks at it again; null: never. */
    nextAt: at(),
    /** Why it is not issued, as people read it, and the provider's code. */
    fault: text().notNull().default(''),
    faultCode: text().notNull().default(''),
    askedBy: word('invoice.asked_by').notNull(),
    /** User id of a buyer, login name of staff, name of a job. */
    askedById: text().notNull(),
    userId: text().references(() => user.id),
    /** The month (YYYY-MM, Shanghai) that it was asked for; null: for named orders. */
    month: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('invoice_serial').on(t.serial),
    uniqueIndex('invoice_number').on(t.number),
    index('invoice_merchant').on(t.merchantId, t.state, t.id),
    index('invoice_company').on(t.companyId, t.createdAt),
    index('invoice_blue').on(t.blueId),
    index('invoice_form').on(t.redFormId),
    index('invoice_due').on(t.nextAt).where(sql`state in ('waiting', 'sent', 'running', 'unsealed')`),
    // Files to fetch, and red forms to raise; the trigger of refunds sets it.
    index('invoice_follow').on(t.nextAt).where(sql`state = 'issued' and next_at is not null`),
    isKnown('invoice.color', t.color),
    isKnown('invoice.kind', t.kind),
    isKnown('invoice.form', t.form),
    isKnown('invoice.state', t.state),
    isKnown('invoice.asked_by', t.askedBy),
    check('invoice_foots', sql`${t.gross} = ${t.net} + ${t.tax}`),
    check(
      'invoice_signs',
      sql`case ${t.color} when 'red' then ${t.gross} < 0 and ${t.net} <= 0 and ${t.tax} <= 0 else ${t.gross} > 0 and ${t.net} >= 0 and ${t.tax} >= 0 end`,
    ),
    check('invoice_red_of_blue', sql`(${t.color} = 'red') = (${t.blueId} is not null)`),
    check(
      'invoice_issued',
      sql`${t.state} <> 'issued' or (${t.number} is not null and ${t.issuedAt} is not null)`,
    ),
    check('invoice_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('invoice_attempt', sql`${t.attempt} > 0`),
  ],
);

/** A line: of goods with pieces and price, or of a discount, or of freight with amounts alone. */
export const invoiceLine = pgTable(
  'invoice_line',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoice.id),
    /** From 1. */
    seq: smallint().notNull(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    /** Null: freight of the order. */
    orderLineId: integer().references(() => orderLine.id),
    /** Of a red line: the line that it takes back. */
    blueSeq: smallint(),
    /** 0 goods, 2 goods with a discount, 1 the discount of the line before. */
    nature: smallint().$type<0 | 1 | 2>().notNull(),
    name: text().notNull(),
    spec: text().notNull().default(''),
    unit: text().notNull().default(''),
    taxCode: text().notNull(),
    /** Pieces; null: amounts alone. */
    quantity: integer(),
    /** Yuan without tax, as the bureau reads it: up to 8 decimals. */
    unitPrice: text().notNull().default(''),
    rate: smallint().$type<TaxRate>().notNull(),
    policy: word('invoice_line.policy').notNull(),
    gross: fen().notNull(),
    net: fen().notNull(),
    tax: fen().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.seq] }),
    index('invoice_line_sold').on(t.orderLineId),
    index('invoice_line_order').on(t.orderNo),
    isKnown('invoice_line.policy', t.policy),
    check('invoice_line_foots', sql`${t.gross} = ${t.net} + ${t.tax}`),
    check('invoice_line_nature', sql`${t.nature} in (0, 1, 2)`),
    check('invoice_line_seq', sql`${t.seq} > 0 and ${t.blueSeq} > 0`),
    check('invoice_line_discount', sql`${t.nature} <> 1 or (${t.quantity} is null and ${t.unitPrice} = '')`),
  ],
);

/** 红字信息确认单 about a blue invoice, one open at a time. Amounts are negative. */
export const redForm = pgTable(
  'red_form',
  {
    id: serial().primaryKey(),
    serial: text().notNull(),
    blueId: integer()
      .notNull()
      .references((): AnyPgColumn => invoice.id),
    reason: word('red_form.reason').notNull(),
    raisedBy: word('red_form.raised_by').notNull(),
    state: word('red_form.state').notNull().default('asking'),
    /** The bureau's number and id; empty until it answers. */
    formNo: text().notNull().default(''),
    uuid: text().notNull().default(''),
    gross: fen().notNull(),
    net: fen().notNull(),
    tax: fen().notNull(),
    lines: jsonb().$type<RedLine[]>().notNull(),
    redInvoiceId: integer().references((): AnyPgColumn => invoice.id),
    /** The refund that it follows; null where several or none are behind it. */
    refundNo: text(),
    fault: text().notNull().default(''),
    askedAt: at().notNull().defaultNow(),
    /** Until when the other side may answer. */
    deadlineAt: at(),
    nextAt: at(),
    /** When it ended: void, or its red invoice is there. */
    closedAt: at(),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('red_form_serial').on(t.serial),
    uniqueIndex('red_form_open').on(t.blueId).where(sql`closed_at is null`),
    index('red_form_blue').on(t.blueId),
    index('red_form_invoice').on(t.redInvoiceId),
    index('red_form_due').on(t.nextAt).where(sql`closed_at is null`),
    index('red_form_state').on(t.state, t.id),
    isKnown('red_form.reason', t.reason),
    isKnown('red_form.raised_by', t.raisedBy),
    isKnown('red_form.state', t.state),
    check('red_form_foots', sql`${t.gross} = ${t.net} + ${t.tax} and ${t.gross} < 0`),
  ],
);

/** A file of an issued invoice; its bytes are in the file store under `invoice-<digest>`. */
export const invoiceFile = pgTable(
  'invoice_file',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoice.id),
    kind: word('invoice_file.kind').notNull(),
    /** SHA-256, hexadecimal. */
    digest: text().notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.kind] }),
    isKnown('invoice_file.kind', t.kind),
    check('invoice_file_positive', sql`${t.bytes} > 0`),
  ],
);

/** What happened to an invoice. Rows are only added. */
export const invoiceEvent = pgTable(
  'invoice_event',
  {
    id: serial().primaryKey(),
    invoiceId: integer()
      .notNull()
      .references(() => invoice.id),
    actor: word('invoice_event.actor').notNull(),
    actorId: text().notNull(),
    act: word('invoice_event.act').notNull(),
    note: text().notNull().default(''),
    at: createdAt(),
  },
  (t) => [
    index('invoice_event_invoice').on(t.invoiceId, t.id),
    isKnown('invoice_event.actor', t.actor),
    isKnown('invoice_event.act', t.act),
    check('invoice_event_actor_named', sql`${t.actorId} <> ''`),
  ],
);
