/** Signing in: the days of a company's people, and their cards for missed days (rules 6). */

import { boolean, date, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { createdAt, isNotNegative } from './columns.ts';
import { company } from './companies.ts';

/** A day of Shanghai on which a person signed in for a company. */
export const signIn = pgTable(
  'sign_in',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    isMadeUp: boolean().notNull().default(false),
    /** Points that the company got by it, with those of its bonuses. */
    points: integer().notNull(),
    /** Days in a row whose bonus was given by it. */
    bonuses: integer().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.day] }), isNotNegative('sign_in', t.points)],
);

/** A card makes up one missed day. `source` is unique, so that a repeat gives none. */
export const signCard = pgTable(
  'sign_card',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** The day that it made up; null while it can be used. */
    usedFor: date(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sign_card_once').on(t.companyId, t.userId, t.source),
    unique('sign_card_day').on(t.companyId, t.userId, t.usedFor),
  ],
);
