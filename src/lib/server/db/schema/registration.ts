/** Registrations of companies, and the codes that prove their phones. */
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import type { NamedStore } from '#lib/rules/companies/registration.ts';
import { at, createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';

// Codes sent to phones, and the demo's text messages.

/** The one valid code of a phone and purpose; the next one replaces it. */
export const phoneCode = pgTable(
  'phone_code',
  {
    purpose: text().notNull(),
    phone: text().notNull(),
    /** HMAC of purpose, phone and code: six digits would be found from a plain hash at once. */
    codeHash: text().notNull(),
    /** Looked at so often. */
    tries: integer().notNull().default(0),
    expiresAt: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.purpose, t.phone] }), index('phone_code_expires').on(t.expiresAt)],
);

/** Only written in the demo: what a telephone would have shown. */
export const demoSms = pgTable(
  'demo_sms',
  {
    id: serial().primaryKey(),
    phone: text().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('demo_sms_created').on(t.createdAt)],
);

/** Only written in the demo: what a mailbox would have shown. */
export const demoMail = pgTable(
  'demo_mail',
  {
    id: serial().primaryKey(),
    address: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** Names of its files. */
    files: jsonb().$type<string[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [index('demo_mail_created').on(t.createdAt)],
);

/** One row per company that registered itself. */
export const registration = pgTable(
  'registration',
  {
    companyId: integer()
      .primaryKey()
      .references(() => company.id),
    form: word('registration.form').notNull(),
    /** Stores named by a head office that are not companies yet. */
    stores: jsonb().$type<NamedStore[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [isKnown('registration.form', t.form)],
);
