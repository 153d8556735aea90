/** What invoices are made of: titles of buyers, taxes of items, particulars of sellers (rules 19). */

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TaxRate } from '#lib/rules/invoices/tax.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';

/** 发票抬头 of a company. A change counts `version`; an invoice has its own copy. */
export const invoiceTitle = pgTable(
  'invoice_title',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    kind: word('invoice_title.kind').notNull(),
    name: text().notNull(),
    taxNo: text().notNull(),
    bank: text().notNull().default(''),
    bankAccount: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Where files are sent to. */
    mail: text().notNull().default(''),
    mobile: text().notNull().default(''),
    isDefault: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    removedAt: at(),
  },
  (t) => [
    uniqueIndex('invoice_title_default').on(t.companyId).where(sql`is_default and removed_at is null`),
    uniqueIndex('invoice_title_once').on(t.companyId, t.kind, t.taxNo, t.name).where(sql`removed_at is null`),
    isKnown('invoice_title.kind', t.kind),
    check('invoice_title_named', sql`${t.name} <> '' and ${t.taxNo} <> ''`),
  ],
);

/** Tax of an item from a day on, as its merchant decides. */
export const goodsTax = pgTable(
  'goods_tax',
  {
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** The first Shanghai day. */
    validFrom: date().notNull(),
    /** Percent. */
    rate: smallint().$type<TaxRate>().notNull(),
    policy: word('goods_tax.policy').notNull().default('none'),
    /** 税收分类编码. */
    taxCode: text().notNull(),
    /** Login name of who set it. */
    setBy: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.goodsId, t.validFrom] }),
    index('goods_tax_merchant').on(t.merchantId, t.goodsId),
    isKnown('goods_tax.policy', t.policy),
    check('goods_tax_rate', sql`${t.rate} in (13, 9, 6, 3, 0)`),
    check('goods_tax_code', sql`${t.taxCode} ~ '^[0-9]{19}$'`),
    check(
      'goods_tax_policy_fits',
      sql`(${t.policy} = 'exempt') = (${t.rate} = 0) and (${t.policy} <> 'simple_3' or ${t.rate} = 3)`,
    ),
  ],
);

/** A merchant as the seller of its invoices, and its access to the tax bureau. */
export const invoiceSeller = pgTable(
  'invoice_seller',
  {
    merchantId: integer()
      .primaryKey()
      .references(() => merchant.id),
    taxNo: text().notNull(),
    name: text().notNull(),
    bank: text().notNull().default(''),
    bankAccount: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** 开票人. */
    drawer: text().notNull().default(''),
    /** Key of the provider (ports/invoices). */
    provider: text().notNull().default('manual'),
    form: word('invoice_seller.form').notNull().default('net'),
    /** Invoices go out by themselves after shipping. */
    autoIssue: boolean().notNull().default(false),
    /** Until when the tax bureau lets the provider in; null: not logged in, or it has no session. */
    sessionUntil: at(),
    sessionCheckedAt: at(),
    /** Up to when red forms of buyers were fetched; null: never. */
    inboundUntil: at(),
    /** 授信额度; null while unknown. */
    quotaTotal: fen(),
    quotaUsed: fen(),
    quotaCheckedAt: at(),
    /** Told at the desk when less than this is left; 0: never. */
    quotaAlarm: fen().notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    isKnown('invoice_seller.form', t.form),
    isNotNegative('invoice_seller', t.quotaTotal, t.quotaUsed, t.quotaAlarm),
  ],
);

/** Access of an application at an invoice provider to one seller. Tokens are encrypted, and shared by all processes. */
export const invoiceGrant = pgTable(
  'invoice_grant',
  {
    id: serial().primaryKey(),
    /** The application's key there. */
    app: text().notNull(),
    /** Null: the company that owns the application. */
    merchantId: integer().references(() => merchant.id),
    taxNo: text().notNull(),
    /** Empty until one was fetched. */
    accessToken: text().notNull().default(''),
    /** Null where the merchant has to agree again. */
    refreshToken: text(),
    /** The provider's id of the person who agreed. */
    userId: text().notNull().default(''),
    /** Null: it does not end. */
    expiresAt: at(),
    /** Moments (ms) at which tokens were given, of the last thirty days, the newest last. */
    fetches: jsonb().$type<number[]>().notNull().default([]),
    /** Until then one process fetches a token, and the others wait for it; null: none does. */
    claimedUntil: at(),
    /** Why no new token was given, in the provider's words. */
    fault: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('invoice_grant_once').on(t.app, t.merchantId, t.taxNo).nullsNotDistinct(),
    index('invoice_grant_merchant').on(t.merchantId),
    check('invoice_grant_named', sql`${t.app} <> '' and ${t.taxNo} <> ''`),
  ],
);
