/** Reads tables in the order of settled positions. Such a table has `id` and `xid` (db/schema/columns, writtenBy). */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';

/** A place in such a table. */
export interface Position {
  /** Number of a transaction (xid8), in decimal digits: it may exceed a safe integer. */
  xid: string;
  /** The row of that transaction. */
  id: number;
}

/** A row of such a table; `is_settled`: nothing can appear before it any more. */
export interface Journaled extends Record<string, unknown> {
  id: number;
  xid: string;
  is_settled: boolean;
}

/** The place behind everything that is settled now. */
export async function readHorizon(db: Db): Promise<Position> {
  const { rows } = await db.execute<{ xid: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`,
  );
  return { xid: rows[0]?.xid ?? '0', id: 0 };
}

/** True for a position of another cluster, as before a restore: its transactions have not begun here. */
export async function isAhead(db: Db, { xid }: Position): Promise<boolean> {
  const { rows } = await db.execute<{ ahead: boolean }>(
    sql`select ${xid}::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as ahead`,
  );
  return rows[0]?.ahead ?? true;
}

interface Asked {
  /** Columns of the table, called `j`, besides `id`, `xid` and `is_settled`. */
  columns: SQL;
  where?: SQL | undefined;
  limit: number;
}

/**
 * Selects committed rows behind a position, by transaction and id. Settled rows come first: one snapshot decides of all
 * of them. For the primary alone: a replica has another horizon.
 */
export function selectBehind(table: PgTable, { xid, id }: Position, { columns, where, limit }: Asked): SQL {
  // Qualified: an order by the name alone would be that of the text in the answer.
  return sql`
    select j.id, j.xid::text as xid, j.xid < pg_snapshot_xmin(pg_current_snapshot()) as is_settled, ${columns}
    from ${table} as j
    where (j.xid, j.id) > (${xid}::text::xid8, ${id}::bigint) ${where === undefined ? sql`` : sql`and ${where}`}
    order by j.xid, j.id limit ${limit}`;
}
