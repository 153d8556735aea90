/** A page of a desk's search, with the number of results. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { maxDeskRows } from '#lib/contract/constants.ts';
import type { Db } from './client.ts';

/**
 * A page of the rows that a query finds, in a total order. They are counted up to `maxDeskRows`, and no page is beyond:
 * a full count would take longer the older the shop is. `found` ends with `$dynamic()`, and is used twice.
 */
export async function countedPage<Q extends PgSelect>(
  db: Db,
  found: () => Q,
  order: readonly SQL[],
  { page, size }: { page: number; size: number },
): Promise<{ rows: Awaited<Q>; total: number }> {
  const skipped = (page - 1) * size;
  const limit = Math.max(0, Math.min(size, maxDeskRows - skipped));
  const [rows, counted] = await Promise.all([
    found()
      .orderBy(...order)
      .limit(limit)
      .offset(skipped),
    db.select({ total: sql<number>`count(*)::int` }).from(sql`${found().limit(maxDeskRows).as('found')}`),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}
