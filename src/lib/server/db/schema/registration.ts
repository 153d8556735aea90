/** How a company came to the shop. */
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { NamedStore } from '#lib/rules/companies/registration.ts';
import { createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';

/** One row a company that registered itself. */
export const registration = pgTable(
  'registration',
  {
    companyId: integer()
      .primaryKey()
      .references(() => company.id),
    form: word('registration.form').notNull(),
    /** What a head office names; no companies yet. */
    stores: jsonb().$type<NamedStore[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [isKnown('registration.form', t.form)],
);
