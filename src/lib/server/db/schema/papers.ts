/** Companies' submissions: applications, documents, and the files of documents. */

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
import type { StoredVerdict } from '#lib/rules/companies/review.ts';
import { user } from './accounts.ts';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { staff } from './staff.ts';

/**
 * A company's request for a decision of the platform: admission, or a change of its data. Its documents carry its id.
 */
export const companyApplication = pgTable(
  'company_application',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    kind: word('company_application.kind').notNull(),
    status: word('company_application.status').notNull().default('draft'),
    /** The requested data; the company's own row changes on approval. */
    data: jsonb().$type<CompanyData>().notNull(),
    /** Reason of the return. */
    reason: text(),
    handedInAt: at(),
    /** The reviewer, and until when nobody else decides. */
    claimedBy: integer().references(() => staff.id),
    claimedUntil: at(),
    /** Null where an operator of the machine decided, who is in the audit log. */
    decidedBy: integer().references(() => staff.id),
    decidedAt: at(),
    /** A decision that its reviewer may take back until `verdictDue`, and that a job carries out then. */
    verdict: jsonb().$type<StoredVerdict>(),
    verdictBy: integer().references(() => staff.id),
    verdictDue: at(),
    /** Incremented with each change of the draft: a change names the version that it was based on. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('company_application_one_open').on(t.companyId).where(sql`status in ('draft', 'waiting')`),
    index('company_application_company').on(t.companyId),
    index('company_application_queue')
      .on(t.handedInAt, t.id)
      .where(sql`status = 'waiting' and verdict is null`),
    index('company_application_due').on(t.verdictDue).where(sql`verdict_due is not null`),
    isKnown('company_application.kind', t.kind),
    isKnown('company_application.status', t.status),
    check(
      'company_application_verdict',
      sql`num_nulls(${t.verdict}, ${t.verdictBy}, ${t.verdictDue}) in (0, 3)`,
    ),
    check(
      'company_application_handed_in',
      sql`${t.status} in ('draft', 'withdrawn') or ${t.handedInAt} is not null`,
    ),
  ],
);

/** A file uploaded by a company. Its bytes are in the file store under its digest and id. */
export const storedFile = pgTable(
  'stored_file',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** SHA-256 of the stored bytes in hex: detects a duplicate. */
    digest: text().notNull(),
    kind: word('stored_file.kind').notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** Pixels of a picture, or of the preview of a PDF's first page. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pages of a PDF; 1 of a picture. */
    pages: integer().notNull().default(1),
    /** Its original name. */
    name: text().notNull(),
    uploadedBy: text().references(() => user.id, { onDelete: 'set null' }),
    /**
     * The after-sale case (which names its files itself) that a desk uploaded it for; null for files of the company.
     */
    forCase: integer(),
    /** Uploaded at the platform's desk about the company: its people neither see nor name it. */
    isForDesk: boolean().notNull().default(false),
    /** The order, refused on delivery, that a desk uploaded it for; null for all others. */
    forOrder: text(),
    /** The talk that a desk uploaded it for; null for all others. */
    forTalk: integer(),
    createdAt: createdAt(),
    /** Since when its unneeded bytes are being deleted: nothing may reference it from then on. */
    removedAt: at(),
  },
  (t) => [
    uniqueIndex('stored_file_once').on(t.companyId, t.digest).where(sql`removed_at is null`),
    index('stored_file_created').on(t.createdAt),
    // Finds files that two companies uploaded alike.
    index('stored_file_digest').on(t.digest),
    isKnown('stored_file.kind', t.kind),
    check(
      'stored_file_positive',
      sql`${t.bytes} > 0 and ${t.width} > 0 and ${t.height} > 0 and ${t.pages} > 0`,
    ),
  ],
);

/** A version of a document: at most one of a kind is open, and the approved one is valid until another replaces it. */
export const paper = pgTable(
  'paper',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The application that it belongs to; null for documents approved before there were applications. */
    applicationId: integer().references(() => companyApplication.id),
    kind: word('paper.kind').notNull(),
    /** Empty in a draft while unknown. */
    number: text().notNull(),
    /** Null in a draft while unknown. */
    validFrom: date(),
    /** Null: without end, except for a draft that `lacksEnd`. */
    validTo: date(),
    /** A draft whose end of validity is not known yet. */
    lacksEnd: boolean().notNull().default(false),
    status: word('paper.status').notNull().default('approved'),
    /** Reason of the return; it stays with the corrected draft. */
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    // A renewed licence has the same number: the old one is valid while the new one is reviewed.
    uniqueIndex('paper_approved_once').on(t.companyId, t.kind, t.number).where(sql`status = 'approved'`),
    uniqueIndex('paper_open_once').on(t.companyId, t.kind).where(sql`status in ('draft', 'reviewing')`),
    index('paper_company').on(t.companyId),
    index('paper_application').on(t.applicationId),
    // As in companies/review-rows.ts: another company's of the same number.
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

/** A person's secret address of the calendar of a company's documents; without a hash it was revoked. */
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
    /** Incremented with each change: a change names the version that it was based on. */
    version: integer().notNull(),
    /** Creation of the current address. */
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] })],
);

/** The pictures of a document, in order. */
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
    /** Clockwise rotation for display, degrees. */
    rotation: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.paperId, t.position] }),
    index('paper_file_file').on(t.fileId),
    check('paper_file_quarter_turns', sql`${t.rotation} in (0, 90, 180, 270)`),
  ],
);
