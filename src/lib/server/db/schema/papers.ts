/** What companies hand in: applications, papers, and the files that papers consist of. */

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CompanyData } from '#lib/rules/companies/application.ts';
import { user } from './accounts.ts';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { staff } from './staff.ts';

/** What a company asks the platform to decide: to be let in, or a change of what it is. Its papers carry its id. */
export const companyApplication = pgTable(
  'company_application',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    kind: word('company_application.kind').notNull(),
    status: word('company_application.status').notNull().default('draft'),
    /** What the company would be; the company's own row changes when it is approved. */
    data: jsonb().$type<CompanyData>().notNull(),
    /** Why it was returned. */
    reason: text(),
    handedInAt: at(),
    /** Who looks at it, and until when nobody else decides. */
    claimedBy: integer().references(() => staff.id),
    claimedUntil: at(),
    /** Null where an operator of the machine decided, who is in the audit log. */
    decidedBy: integer().references(() => staff.id),
    decidedAt: at(),
    /** Grows with each change of the draft: who changes it says which one was read. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('company_application_one_open').on(t.companyId).where(sql`status in ('draft', 'waiting')`),
    index('company_application_company').on(t.companyId),
    index('company_application_queue').on(t.handedInAt, t.id).where(sql`status = 'waiting'`),
    isKnown('company_application.kind', t.kind),
    isKnown('company_application.status', t.status),
    check(
      'company_application_handed_in',
      sql`${t.status} in ('draft', 'withdrawn') or ${t.handedInAt} is not null`,
    ),
  ],
);

/** A file that a company handed in. Its bytes lie in the store of files under its digest and id. */
export const storedFile = pgTable(
  'stored_file',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** SHA-256 of the stored bytes in hex: by it a file that comes twice is known. */
    digest: text().notNull(),
    kind: word('stored_file.kind').notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** Pixels of a picture, or of the preview of a PDF's first page. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pages of a PDF; 1 of a picture. */
    pages: integer().notNull().default(1),
    /** As it was called where it came from. */
    name: text().notNull(),
    uploadedBy: text().references(() => user.id, { onDelete: 'set null' }),
    /** The after-sale case (which names files itself) that a desk handed it in for; null of what the company handed in. */
    forCase: integer(),
    /** Handed in at the platform's desk about the company: its people neither see nor name it. */
    isForDesk: boolean().notNull().default(false),
    /** The order, refused at the door, that a desk handed it in for; null of all others. */
    forOrder: text(),
    createdAt: createdAt(),
    /** Since when its bytes are being taken away, as nothing needed it: nothing may name it any more. */
    removedAt: at(),
  },
  (t) => [
    uniqueIndex('stored_file_once').on(t.companyId, t.digest).where(sql`removed_at is null`),
    index('stored_file_created').on(t.createdAt),
    // What two companies handed in alike.
    index('stored_file_digest').on(t.digest),
    isKnown('stored_file.kind', t.kind),
    check(
      'stored_file_positive',
      sql`${t.bytes} > 0 and ${t.width} > 0 and ${t.height} > 0 and ${t.pages} > 0`,
    ),
  ],
);

/** A version of a paper: at most one of a kind is open, and what was approved holds until another takes its place. */
export const paper = pgTable(
  'paper',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** What it was handed in with; null for what was approved before there were applications. */
    applicationId: integer().references(() => companyApplication.id),
    kind: word('paper.kind').notNull(),
    /** Empty in a draft where nobody has said it yet. */
    number: text().notNull(),
    /** Null in a draft where nobody has said it yet. */
    validFrom: date(),
    /** Null: without end, but for a draft that `lacksEnd`. */
    validTo: date(),
    /** A draft of which nobody has said yet how long it holds. */
    lacksEnd: boolean().notNull().default(false),
    status: word('paper.status').notNull().default('approved'),
    /** Why it was returned; it stays with the draft that mends it. */
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    // A renewed licence keeps its number: the old one holds while the new one is looked at.
    uniqueIndex('paper_approved_once').on(t.companyId, t.kind, t.number).where(sql`status = 'approved'`),
    uniqueIndex('paper_open_once').on(t.companyId, t.kind).where(sql`status in ('draft', 'reviewing')`),
    index('paper_company').on(t.companyId),
    index('paper_application').on(t.applicationId),
    // As repos/reviews.ts says it: another company's of the same number.
    index('paper_plain_number')
      .on(sql`plain_number(${t.number})`)
      .where(sql`status in ('reviewing', 'approved')`),
    isKnown('paper.kind', t.kind),
    isKnown('paper.status', t.status),
    isInOrder('paper_days', t.validFrom, t.validTo),
    check(
      'paper_whole',
      sql`${t.status} in ('draft', 'replaced') or ${t.validFrom} is not null and not ${t.lacksEnd}`,
    ),
  ],
);

/** A person's secret address of the calendar of a company's papers; without a hash it was taken back. */
export const paperCalendar = pgTable(
  'paper_calendar',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    tokenHash: text().unique(),
    /** Grows with each change: who changes it says which one was read. */
    version: integer().notNull(),
    /** Of the address that holds. */
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] })],
);

/** The pictures of a paper, in their order. */
export const paperFile = pgTable(
  'paper_file',
  {
    paperId: integer()
      .notNull()
      .references(() => paper.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
    /** Degrees clockwise by which it is shown. */
    rotation: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.paperId, t.position] }),
    index('paper_file_file').on(t.fileId),
    check('paper_file_quarter_turns', sql`${t.rotation} in (0, 90, 180, 270)`),
  ],
);
