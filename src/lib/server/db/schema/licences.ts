/** Merchants' submissions for renewing their registered licences (rules/companies/licences). */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
import { merchant } from './merchants.ts';
import { merchantFile } from './reports.ts';

/** A hand-in; of a kind one waits at a time. What is accepted becomes the row of `merchant_paper`. */
export const licenceRenewal = pgTable(
  'licence_renewal',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    kind: word('licence_renewal.kind').notNull(),
    number: text().notNull(),
    validFrom: date().notNull(),
    /** The last day; null: without end. */
    validTo: date(),
    fileId: integer()
      .notNull()
      .references(() => merchantFile.id),
    state: word('licence_renewal.state').notNull().default('waiting'),
    /** The name under which the person of the merchant logs in. */
    handedInBy: text().notNull(),
    createdAt: createdAt(),
    /** The person who accepted, returned or withdrew it, and when. */
    decidedBy: text(),
    decidedAt: at(),
    /** Why it was returned. */
    reason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('licence_renewal_waiting').on(t.merchantId, t.kind).where(sql`state = 'waiting'`),
    index('licence_renewal_open').on(t.id).where(sql`state = 'waiting'`),
    index('licence_renewal_file').on(t.fileId),
    isKnown('licence_renewal.kind', t.kind),
    isKnown('licence_renewal.state', t.state),
    isInOrder('licence_renewal_days', t.validFrom, t.validTo),
    check('licence_renewal_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
  ],
);
