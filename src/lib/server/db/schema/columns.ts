/** Columns and checks that tables share. Money is bigint fen, times are timestamptz. */

import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, customType, text, timestamp } from 'drizzle-orm/pg-core';
import { columnWords, type WordColumn, type WordOf } from '#lib/rules/site/words.ts';

/** Words of the rules as a list in SQL. */
export const words = (list: readonly string[]) => sql.raw(list.map((word) => `'${word}'`).join(', '));

/** A column for keys of a rules table; `isKnown` makes the database enforce them. */
export const word = <Column extends WordColumn>(_column: Column) => text().$type<WordOf<Column>>();

/** A word of one of the rules' tables: the database knows the same ones as the code. */
export const isKnown = (name: WordColumn, column: AnyPgColumn) =>
  check(`${name.replace('.', '_')}_known`, sql`${column} in (${words(columnWords[name])})`);

/** No amount, price or count of the table is below zero. Null passes: it means that there is none. */
export const isNotNegative = (table: string, ...columns: AnyPgColumn[]) =>
  check(
    `${table}_not_negative`,
    sql.join(
      columns.map((column) => sql`${column} >= 0`),
      sql` and `,
    ),
  );

/** The first moment or day is not after the last. A null last one passes: it means without end. */
export const isInOrder = (name: string, first: AnyPgColumn, last: AnyPgColumn) =>
  check(`${name}_in_order`, sql`${first} <= ${last}`);

export const fen = () => bigint({ mode: 'number' });

export const at = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => at().notNull().defaultNow();

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The transaction that wrote the row, for readers in the order of commits (core/journal). */
export const writtenBy = () => xid8().notNull().default(sql`pg_current_xact_id()`);
