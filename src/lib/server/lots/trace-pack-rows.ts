/** Cases and the codes in them, each merchant's own. */
import { sql } from 'drizzle-orm';
import type { Packed } from '#lib/rules/orders/trace-packs.ts';
import type { Db, Tx } from '../db/client.ts';

/** Saves what is in which case; a code that was packed anew is where it is now. Answers how many are new, and moved. */
export async function savePacks(
  tx: Tx,
  merchantId: number,
  packed: readonly Packed[],
): Promise<{ added: number; moved: number }> {
  const { rows } = await tx.execute<{ is_new: boolean }>(sql`
    insert into trace_pack (merchant_id, code, parent)
    select ${merchantId}, w.code, w.parent from unnest(
      ${sql.param(packed.map(({ code }) => code))}::text[],
      ${sql.param(packed.map(({ parent }) => parent))}::text[]) as w(code, parent) order by w.code
    on conflict (merchant_id, code) do update set parent = excluded.parent
      where trace_pack.parent <> excluded.parent
    returning (xmax = 0) as is_new`);
  const added = rows.filter(({ is_new: isNew }) => isNew).length;
  return { added, moved: rows.length - added };
}

/**
 * The boxes of those codes that are cases or middle packs, at any depth, in order. A code that nothing is packed under is
 * left out: it is a box, or its content is not known.
 */
export async function findBoxes(
  db: Db | Tx,
  merchantId: number,
  codes: readonly string[],
): Promise<Map<string, string[]>> {
  if (codes.length === 0) return new Map();
  // Rows of one kind end a circle that two files have made.
  const { rows } = await db.execute<{ root: string; code: string }>(sql`
    with recursive inside as (
      select p.parent as root, p.code from trace_pack p
      where p.merchant_id = ${merchantId} and p.parent = any(${sql.param([...codes])}::text[])
      union
      select i.root, p.code from inside i
        join trace_pack p on p.merchant_id = ${merchantId} and p.parent = i.code)
    select i.root, i.code from inside i
    where not exists (select 1 from trace_pack p where p.merchant_id = ${merchantId} and p.parent = i.code)
    order by i.root, i.code`);
  const found = Map.groupBy(rows, ({ root }) => root);
  return new Map([...found].map(([root, own]) => [root, own.map(({ code }) => code)]));
}

/** The case of a merchant's code, locked until the transaction ends; null where it is in none. */
export async function lockPack(tx: Tx, merchantId: number, code: string): Promise<string | null> {
  const { rows } = await tx.execute<{ parent: string }>(sql`
    select parent from trace_pack where merchant_id = ${merchantId} and code = ${code} for update`);
  return rows[0]?.parent ?? null;
}

/** How many of these codes were shipped. */
export async function countSent(tx: Tx, codes: readonly string[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from trace_code where code = any(${sql.param([...codes])}::text[])`);
  return rows[0]?.count ?? 0;
}

/** Puts a code into a case; false where it is in one. */
export async function addPack(tx: Tx, merchantId: number, { code, parent }: Packed): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into trace_pack (merchant_id, code, parent) values (${merchantId}, ${code}, ${parent})
    on conflict do nothing`);
  return rowCount === 1;
}

export async function deletePack(tx: Tx, merchantId: number, code: string): Promise<void> {
  await tx.execute(sql`delete from trace_pack where merchant_id = ${merchantId} and code = ${code}`);
}

/** Products whose shipped boxes begin with these digits. */
export async function findCodedProducts(db: Db, opening: string): Promise<number[]> {
  const next = String(BigInt(opening) + 1n);
  const { rows } = await db.execute<{ product_id: number }>(sql`
    select distinct g.product_id from (
      select t.order_line_id from trace_code t
      where t.code >= ${opening} and t.code < ${next} order by t.code limit 500) t
    join order_line l on l.id = t.order_line_id join goods g on g.id = l.goods_id limit 2`);
  return rows.map(({ product_id: id }) => id);
}
