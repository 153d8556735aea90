/** What people are in the middle of. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DraftContent } from '#lib/contract/quick-order/draft.ts';
import { user } from './accounts.ts';
import { at } from './columns.ts';
import { company } from './companies.ts';

/** The purchase list that a person works on for a company or a store of it: the same one on every device. */
export const purchaseDraft = pgTable(
  'purchase_draft',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Grows with each change: who changes it says which one was read. */
    version: integer().notNull(),
    content: jsonb().$type<DraftContent>().notNull(),
    /** The list before it went into the cart or was emptied, for the way back. */
    last: jsonb().$type<DraftContent>(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('purchase_draft_updated').on(t.updatedAt)],
);
