/** Merchants as an operator edits them. */
import { asc, count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { goods, merchant, merchantPaper } from '../db/schema.ts';

export type MerchantRow = typeof merchant.$inferSelect;
export type MerchantPaperRow = typeof merchantPaper.$inferSelect;

/** Serializes changes of merchants: codes and short names are checked before they are written. */
export async function takeMerchantTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('merchant', 0))`);
}

/** All merchants, in the shop's order. */
export async function listMerchantRows(db: Db | Tx): Promise<MerchantRow[]> {
  return db.select().from(merchant).orderBy(asc(merchant.sort), asc(merchant.id));
}

export async function listMerchantPapers(db: Db | Tx, merchantId: number): Promise<MerchantPaperRow[]> {
  return db
    .select()
    .from(merchantPaper)
    .where(eq(merchantPaper.merchantId, merchantId))
    .orderBy(asc(merchantPaper.kind));
}

/** Number of each merchant's items on the shelf, by its id. */
export async function countMerchantGoods(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ id: goods.merchantId, count: count() })
    .from(goods)
    .where(eq(goods.isOnShelf, true))
    .groupBy(goods.merchantId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export async function insertMerchant(tx: Tx, values: typeof merchant.$inferInsert): Promise<number> {
  const [row] = await tx.insert(merchant).values(values).returning({ id: merchant.id });
  if (row === undefined) throw new Error('a merchant was not written');
  return row.id;
}

export async function updateMerchant(
  tx: Tx,
  id: number,
  values: Partial<typeof merchant.$inferInsert>,
): Promise<void> {
  await tx.update(merchant).set(values).where(eq(merchant.id, id));
}

/** Saves licences, each replacing the one of its kind. */
export async function putMerchantPapers(
  tx: Tx,
  papers: readonly (typeof merchantPaper.$inferInsert)[],
): Promise<void> {
  for (const paper of papers) {
    await tx
      .insert(merchantPaper)
      .values(paper)
      .onConflictDoUpdate({ target: [merchantPaper.merchantId, merchantPaper.kind], set: paper });
  }
}
