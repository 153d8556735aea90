/** 意见反馈: buyers' feedback to the platform, and its answers. */
import { index, integer, pgTable, primaryKey, serial, smallint, text, unique } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { storedFile } from './papers.ts';
import { staff } from './staff.ts';

export const feedback = pgTable(
  'feedback',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    /** Key of rules/feedback-state: goods, price, order… */
    kind: word('feedback.kind').notNull(),
    text: text().notNull(),
    /** The order that it is about, as the person wrote it; empty where it is about none. */
    orderNo: text().notNull().default(''),
    /** Phone for calling back. */
    phone: text().notNull(),
    /** Key of rules/feedback-state: open, answered. */
    status: word('feedback.status').notNull(),
    answer: text().notNull().default(''),
    answeredBy: integer().references(() => staff.id),
    answeredAt: at(),
    /** Made by the form: the same form sent twice is one feedback. */
    token: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('feedback_once').on(t.companyId, t.token),
    index('feedback_company').on(t.companyId, t.id),
    index('feedback_status').on(t.status, t.id),
    isKnown('feedback.kind', t.kind),
    isKnown('feedback.status', t.status),
  ],
);

/** Its pictures, in their order. */
export const feedbackFile = pgTable(
  'feedback_file',
  {
    feedbackId: integer()
      .notNull()
      .references(() => feedback.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
  },
  (t) => [primaryKey({ columns: [t.feedbackId, t.position] }), index('feedback_file_file').on(t.fileId)],
);
