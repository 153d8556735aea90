/** What processes keep for themselves: answers of repeated calls, leases, failures, the mark of the demo. */

import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, createdAt, isInOrder } from './columns.ts';

/** One row a key: `answer` is null while the first request is still running. */
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

/** One row, written by /api/health to find out whether the database takes writes. */
export const heartbeat = pgTable(
  'heartbeat',
  { id: smallint().primaryKey(), beatAt: at().notNull() },
  (table) => [check('heartbeat_one', sql`${table.id} = 1`)],
);

/** Who is at a job: the process that holds its row until `until` and keeps pushing that ahead. */
export const jobLease = pgTable('job_lease', {
  job: text().primaryKey(),
  /** A process's own random id. */
  holder: text().notNull(),
  until: at().notNull(),
  begunAt: at().notNull(),
  /** When it was last gone through to its end; null while it never was. */
  doneAt: at(),
});

/** Rows that a job could not do: they rest until `nextAt`, and do not stop the others. */
export const jobFailure = pgTable(
  'job_failure',
  {
    job: text().notNull(),
    /** The row's number or id, as the job names it. */
    rowKey: text().notNull(),
    tries: integer().notNull(),
    nextAt: at().notNull(),
    /** What went wrong, without values of the row. */
    error: text().notNull(),
    firstAt: createdAt(),
    lastAt: createdAt(),
    /** Somebody has seen to it: it is tried on, but counts no more until it fails in another way. Null: nobody has. */
    putAwayAt: at(),
    putAwayBy: text(),
    putAwayWord: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.job, t.rowKey] }),
    check('job_failure_tries_positive', sql`${t.tries} > 0`),
  ],
);

/** One row, and only in the demo's database; triggers see to it that it is written into an empty one, and stays. */
export const demo = pgTable('demo', { id: smallint().primaryKey(), seededAt: createdAt() }, (t) => [
  check('demo_one', sql`${t.id} = 1`),
]);

/** Goods that the demo made, as ranges of ids: only of these the demo's jobs move the dates. */
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
