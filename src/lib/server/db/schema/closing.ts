/** Companies that asked to be closed. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt } from './columns.ts';
import { company } from './companies.ts';

export const companyClosing = pgTable(
  'company_closing',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The requester. */
    userId: text()
      .notNull()
      .references(() => user.id),
    createdAt: createdAt(),
    /** When it closes unless it was called off. */
    dueAt: at().notNull(),
    calledOffAt: at(),
    /** Why the shop itself called it off; empty where a person did. */
    reason: text().notNull().default(''),
    closedAt: at(),
    /** The company's code, which it releases when it closes: another account may then be opened with it. */
    creditCode: text(),
  },
  (t) => [
    uniqueIndex('company_closing_open')
      .on(t.companyId)
      .where(sql`${t.calledOffAt} is null and ${t.closedAt} is null`),
    index('company_closing_due').on(t.dueAt).where(sql`${t.calledOffAt} is null and ${t.closedAt} is null`),
  ],
);
