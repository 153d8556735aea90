/** Tasks that the platform sets for points and chances, and what companies did of them (rules 6). */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { at, createdAt, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';
import { wheel } from './wheel.ts';

/** A task. Its terms never change: another task replaces it. */
export const pointsTask = pgTable(
  'points_task',
  {
    id: serial().primaryKey(),
    title: text().notNull(),
    kind: word('points_task.kind').notNull(),
    points: integer().notNull(),
    chances: integer().notNull(),
    wheelId: integer().references(() => wheel.id),
    /** Only orders of this merchant count; null: of each. */
    merchantId: integer().references(() => merchant.id),
    payer: word('points_task.payer').notNull(),
    startsAt: at().notNull(),
    /** The first moment at which it no longer counts. */
    endsAt: at(),
    /** Times a company and a Shanghai month. */
    monthly: integer(),
    /** What the merchant that is to pay has said, by whom and when, and why not; nothing where the platform pays. */
    merchantWord: word('points_task.merchant_word').notNull().default('asked'),
    merchantReason: text().notNull().default(''),
    answeredBy: text(),
    answeredAt: at(),
    /** When a second person last passed it; null before, after a stop, and of one that needed none. */
    passedAt: at(),
    /**
     * Since when it is off; null while it is on, which alone says that it counts. A new one is off until a second person
     * passes it, and the merchant that is to pay agrees.
     */
    stoppedAt: at(),
    /** Made by the browser: the same form twice is one task. */
    token: text().notNull().unique(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('points_task_on').on(t.kind).where(sql`stopped_at is null`),
    isKnown('points_task.kind', t.kind),
    isKnown('points_task.payer', t.payer),
    isKnown('points_task.merchant_word', t.merchantWord),
    check('points_task_answered', sql`(${t.merchantWord} = 'asked') = (${t.answeredBy} is null)`),
    check(
      'points_task_agreed',
      sql`${t.stoppedAt} is not null or ${t.payer} = 'platform' or ${t.merchantWord} = 'agreed'`,
    ),
    isNotNegative('points_task', t.points, t.chances),
    isInOrder('points_task_days', t.startsAt, t.endsAt),
    check('points_task_gain', sql`${t.points} + ${t.chances} > 0`),
    check('points_task_wheel', sql`(${t.chances} > 0) = (${t.wheelId} is not null)`),
    check('points_task_payer', sql`${t.payer} = 'platform' or ${t.merchantId} is not null`),
  ],
);

/** A company did a task; `source` is what it did: one merchant, one document, one order. */
export const pointsTaskDone = pgTable(
  'points_task_done',
  {
    taskId: integer()
      .notNull()
      .references(() => pointsTask.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    source: text().notNull(),
    /** The Shanghai month in which it counts, `2026-11`. */
    month: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.companyId, t.source] }),
    index('points_task_done_company').on(t.companyId, t.taskId, t.month),
  ],
);
