/** Unfinished work of people. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DraftContent } from '#lib/contract/quick-order/draft.ts';
import { user } from './accounts.ts';
import { at } from './columns.ts';
import { company } from './companies.ts';

/** A person's current purchase list for a company or a store of it: the same one on every device. */
export const purchaseDraft = pgTable(
  'purchase_draft',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Incremented with each change: a change names the version that it was based on. */
    version: integer().notNull(),
    content: jsonb().$type<DraftContent>().notNull(),
    /** The list before it went into the cart or was emptied, for the way back. */
    last: jsonb().$type<DraftContent>(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('purchase_draft_updated').on(t.updatedAt)],
);
