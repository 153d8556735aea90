/** What companies have used of limits. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { quotaUse } from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { prepared } from '../fast/prepared.ts';

/** A company's use of its limits, by scope. Scopes that it never used are left out. */
export async function listQuotaUse(
  db: Db | Tx,
  companyId: number,
  scopes: readonly string[],
): Promise<Map<string, number>> {
  if (scopes.length === 0) return new Map();
  const query = prepared(db, 'offer_quota', (name) =>
    db
      .select({ scope: quotaUse.scope, used: quotaUse.used })
      .from(quotaUse)
      .where(
        and(
          eq(quotaUse.companyId, sql.placeholder('companyId')),
          sql`${quotaUse.scope} = any(${sql.placeholder('scopes')}::text[])`,
        ),
      )
      .prepare(name),
  );
  const rows = await query.execute({ companyId, scopes: textArray(scopes) });
  return new Map(rows.map((row) => [row.scope, row.used]));
}
