/** Column mappings of tables that people chose, each bound to its owner. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { tableMapping } from '../../db/schema.ts';

/** A company, a merchant, or the platform where both are null. */
export interface MappingOwner {
  companyId: number | null;
  merchantId: number | null;
}

/** Limit of an owner's mappings of each kind of table; the oldest are deleted. */
const mostCached = 200;

function isOf({ companyId, merchantId }: MappingOwner, kind: string) {
  return and(
    companyId === null ? isNull(tableMapping.companyId) : eq(tableMapping.companyId, companyId),
    merchantId === null ? isNull(tableMapping.merchantId) : eq(tableMapping.merchantId, merchantId),
    eq(tableMapping.kind, kind),
  );
}

/** The keys of the columns as this owner chose them for a table with these headings; null: never. */
export async function findMapping(
  db: Db,
  owner: MappingOwner,
  kind: string,
  heads: string,
): Promise<string[] | null> {
  const [row] = await db
    .select({ keys: tableMapping.keys })
    .from(tableMapping)
    .where(and(isOf(owner, kind), eq(tableMapping.heads, heads)));
  return row?.keys ?? null;
}

/** Remembers a choice; the latest counts. */
export async function putMapping(
  db: Db,
  owner: MappingOwner,
  kind: string,
  { heads, keys }: { heads: string; keys: readonly string[] },
  now: Date,
): Promise<void> {
  await db
    .insert(tableMapping)
    .values({ ...owner, kind, heads, keys: [...keys], updatedAt: now })
    .onConflictDoUpdate({
      target: [tableMapping.companyId, tableMapping.merchantId, tableMapping.kind, tableMapping.heads],
      set: { keys: sql`excluded.keys`, updatedAt: now },
    });
  await db.execute(sql`
    delete from ${tableMapping} where id in (
      select id from ${tableMapping} where ${isOf(owner, kind)} order by updated_at desc, id desc offset ${mostCached})`);
}
