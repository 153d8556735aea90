/** Merchants as an operator edits them, and their contact. */
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { MerchantContact } from '#lib/rules/companies/merchant-contact.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, goods, merchant, merchantPaper } from '../db/schema.ts';

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

/** A merchant's contact and return address. */
export interface ContactRow extends MerchantContact {
  fullName: string;
  address: string;
}

/** Of a merchant, locked with `lock`; null for none. */
export async function findContact(
  db: Db | Tx,
  merchantId: number,
  lock?: 'no key update',
): Promise<ContactRow | null> {
  const query = db
    .select({
      phone: merchant.phone,
      returnName: merchant.returnName,
      returnPhone: merchant.returnPhone,
      returnAddress: merchant.returnAddress,
      fullName: merchant.fullName,
      address: merchant.address,
    })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  const [row] = await (lock === undefined ? query : query.for(lock));
  return row ?? null;
}

export async function writeContact(tx: Tx, merchantId: number, contact: MerchantContact): Promise<void> {
  await tx.update(merchant).set(contact).where(eq(merchant.id, merchantId));
}

/** Cases of a merchant whose goods the buyer has still to send. */
export async function listToReturn(
  db: Db | Tx,
  merchantId: number,
): Promise<{ id: number; companyId: number; orderNo: string }[]> {
  return db
    .select({ id: afterSale.id, companyId: afterSale.companyId, orderNo: afterSale.orderNo })
    .from(afterSale)
    .where(and(eq(afterSale.merchantId, merchantId), eq(afterSale.state, 'to_return')))
    .orderBy(asc(afterSale.id));
}
