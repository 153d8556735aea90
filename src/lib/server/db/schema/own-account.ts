/** What a company asks about its own account: another phone of its owner, its data, its end. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { storedFile } from './papers.ts';

// Exports of companies' own data.

/** One ZIP. A job creates it in the file store under its address, and deletes it later. */
export const dataExport = pgTable(
  'data_export',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The requester; null when the account is deleted. */
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    /** Random: the address cannot be guessed. */
    token: text().notNull().unique(),
    /** Progress: orders and files included. `total` is 0 before it was counted. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    readyAt: at(),
    /** When it was deleted. */
    removedAt: at(),
  },
  (t) => [
    uniqueIndex('data_export_open').on(t.companyId).where(sql`ready_at is null and removed_at is null`),
    index('data_export_company').on(t.companyId, t.id),
    index('data_export_lying').on(t.readyAt).where(sql`removed_at is null`),
    isNotNegative('data_export', t.done, t.total),
    check('data_export_ready', sql`(${t.readyAt} is null) = (${t.bytes} is null)`),
  ],
);

/** Companies that asked to be closed. */
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
