/** Changes of owners' phones by the platform, based on documents, when the old phone is lost. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { storedFile } from './papers.ts';

/** One person requests, another approves, the company may object until `dueAt`, then a job changes the phone. */
export const ownerChange = pgTable(
  'owner_change',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    fromPhone: text().notNull(),
    toPhone: text().notNull(),
    reason: text().notNull(),
    /** Key of rules/owner-change. */
    state: word('owner_change.state').notNull().default('waiting'),
    /** Staff, as they log in. */
    askedBy: text().notNull(),
    createdAt: createdAt(),
    decidedBy: text(),
    decidedAt: at(),
    /** When the phone changes; null before the approval. */
    dueAt: at(),
    /** Why it was refused, objected to, or came to nothing. */
    word: text().notNull().default(''),
    /** The company's person who objected. */
    objectedBy: text().references(() => user.id, { onDelete: 'set null' }),
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('owner_change_one_open').on(t.userId).where(sql`state in ('waiting', 'passed')`),
    index('owner_change_company').on(t.companyId, t.id),
    index('owner_change_state').on(t.state, t.id),
    index('owner_change_due').on(t.dueAt).where(sql`state = 'passed'`),
    isKnown('owner_change.state', t.state),
    check('owner_change_two_people', sql`${t.decidedBy} <> ${t.askedBy}`),
    check('owner_change_decided', sql`(${t.decidedBy} is null) = (${t.decidedAt} is null)`),
    check('owner_change_due_passed', sql`${t.state} <> 'passed' or ${t.dueAt} is not null`),
  ],
);

/** The documents of a change, one file of each kind. */
export const ownerChangeFile = pgTable(
  'owner_change_file',
  {
    changeId: integer()
      .notNull()
      .references(() => ownerChange.id, { onDelete: 'cascade' }),
    /** Key of rules/owner-change. */
    kind: word('owner_change_file.kind').notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.kind] }),
    index('owner_change_file_file').on(t.fileId),
    isKnown('owner_change_file.kind', t.kind),
  ],
);
