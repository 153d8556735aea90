/** The registrations of companies. */
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { NamedStore } from '#lib/rules/companies/registration.ts';
import { createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';

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
