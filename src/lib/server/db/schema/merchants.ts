/** Merchants, their delivery, and their licences. */
import { sql } from 'drizzle-orm';
import { check, date, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { at, fen, isInOrder, isKnown, isNotNegative, word } from './columns.ts';

export const merchant = pgTable(
  'merchant',
  {
    id: serial().primaryKey(),
    code: text().notNull().unique(),
    /** Short name shown to buyers (the wire's `remarks`). */
    shortName: text().notNull(),
    fullName: text().notNull(),
    province: text().notNull(),
    city: text().notNull(),
    address: text().notNull(),
    licenceNo: text().notNull(),
    kind: text().notNull(),
    speciality: text().notNull(),
    badges: text().array().notNull().default([]),
    policies: text().array().notNull().default([]),
    phone: text().notNull(),
    /** Receiver, telephone and address for goods that come back; empty: name, telephone and address of the merchant. */
    returnName: text().notNull().default(''),
    returnPhone: text().notNull().default(''),
    returnAddress: text().notNull().default(''),
    freeShippingAmount: fen().notNull(),
    shippingFee: fen().notNull(),
    coldChainFee: fen().notNull().default(0),
    /** Least goods amount of an order, fen. */
    minOrderAmount: fen().notNull().default(0),
    /** Region codes (prefixes) it sells to, buy state 7; null is everywhere. */
    salesRegions: text().array(),
    /**
     * Freight rules besides fee and free-from: preferred items, regions with a fee of their own or without delivery.
     */
    freightRules: jsonb()
      .$type<{
        preferred?: { fee: number; freeFrom: number | null };
        unservedRegions?: string[];
        regionFees?: { regions: string[]; fee: number; freeFrom: number | null }[];
      }>()
      .notNull()
      .default({}),
    sort: integer().notNull().default(0),
    /** The first Shanghai day on which it sells nothing any more; null while it sells. */
    stoppedOn: date(),
    /** A rest, both days within it: no new orders; paid ones are shipped. Null for none. */
    restsFrom: date(),
    restsUntil: date(),
    /** It closes for good: no new orders since then, the open ones end as always. Null while it does not. */
    closingAt: at(),
    /** Nothing is left of it; its people log in no more. */
    closedAt: at(),
  },
  (t) => [
    isInOrder('merchant_rest', t.restsFrom, t.restsUntil),
    check(
      'merchant_closed',
      sql`${t.closedAt} is null or (${t.closingAt} is not null and ${t.closingAt} <= ${t.closedAt})`,
    ),
    isNotNegative('merchant', t.freeShippingAmount, t.shippingFee, t.coldChainFee, t.minOrderAmount),
  ],
);

/**
 * A merchant's licences, one of each kind; a renewal changes its dates. While one has expired the merchant's items are
 * off sale.
 */
export const merchantPaper = pgTable(
  'merchant_paper',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** Key of rules/qualification: business_licence, drug_licence… */
    kind: word('merchant_paper.kind').notNull(),
    number: text().notNull(),
    validFrom: date().notNull(),
    /** The last day; null: without end. */
    validTo: date(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.kind] }),
    isKnown('merchant_paper.kind', t.kind),
    isInOrder('merchant_paper_days', t.validFrom, t.validTo),
  ],
);
