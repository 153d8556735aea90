/** Technical tables: results of repeated calls, leases, failures, the mark of the demo. */

import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, createdAt, isInOrder } from './columns.ts';

/** One row per key: `answer` is null while the first request is running. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    companyId: integer().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] }), index('idempotency_key_age').on(t.createdAt)],
);

/** One row, written by /api/health to check whether the database accepts writes. */
export const heartbeat = pgTable(
  'heartbeat',
  { id: smallint().primaryKey(), beatAt: at().notNull() },
  (table) => [check('heartbeat_one', sql`${table.id} = 1`)],
);

/** The holder of a job: the process that owns the row until `until` and keeps extending it. */
export const jobLease = pgTable('job_lease', {
  job: text().primaryKey(),
  /** A process's own random id. */
  holder: text().notNull(),
  until: at().notNull(),
  begunAt: at().notNull(),
  /** When the last complete run ended; null before the first. */
  doneAt: at(),
});

/** Rows that a job could not process: they wait until `nextAt`, and do not block the others. */
export const jobFailure = pgTable(
  'job_failure',
  {
    job: text().notNull(),
    /** The row's number or id in the job's terms. */
    rowKey: text().notNull(),
    tries: integer().notNull(),
    nextAt: at().notNull(),
    /** The error, without values of the row. */
    error: text().notNull(),
    firstAt: createdAt(),
    lastAt: createdAt(),
    /**
     * Acknowledged: it is still retried, but does not raise an alarm until it fails in another way. Null: not
     * acknowledged.
     */
    putAwayAt: at(),
    putAwayBy: text(),
    putAwayWord: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.job, t.rowKey] }),
    check('job_failure_tries_positive', sql`${t.tries} > 0`),
  ],
);

/** One row, and only in the demo's database; triggers allow it only in an empty one, and prevent its deletion. */
export const demo = pgTable('demo', { id: smallint().primaryKey(), seededAt: createdAt() }, (t) => [
  check('demo_one', sql`${t.id} = 1`),
]);

/** Items created by the demo, as ranges of ids: only the dates of these are moved by the demo's jobs. */
export const demoGoods = pgTable(
  'demo_goods',
  {
    firstId: integer().primaryKey(),
    lastId: integer().notNull(),
    demoId: smallint()
      .notNull()
      .default(1)
      .references(() => demo.id),
  },
  (t) => [isInOrder('demo_goods', t.firstId, t.lastId)],
);
