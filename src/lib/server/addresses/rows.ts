/** Delivery addresses of a company. Every statement is bound to the company; deleted ones are never found. */
import { and, desc, eq, isNull, ne, type Placeholder, sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { address } from '../db/schema.ts';
import { prepared } from '../fast/prepared.ts';

export type AddressRow = typeof address.$inferSelect;

function ownedBy(companyId: number | Placeholder) {
  return and(eq(address.companyId, companyId), isNull(address.deletedAt));
}

/** The company's addresses, the default one first. */
export async function listAddresses(db: Db | Tx, companyId: number): Promise<AddressRow[]> {
  return db.select().from(address).where(ownedBy(companyId)).orderBy(desc(address.isDefault), address.id);
}

/** One address of the company, or null: unknown, deleted or another company's. */
export async function findAddress(db: Db | Tx, companyId: number, id: number): Promise<AddressRow | null> {
  const [row] = await db
    .select()
    .from(address)
    .where(and(ownedBy(companyId), eq(address.id, id)));
  return row ?? null;
}

/** The company's default address, or null when it has none. */
export async function findDefaultAddress(db: Db | Tx, companyId: number): Promise<AddressRow | null> {
  const query = prepared(db, 'default address', (name) =>
    db
      .select()
      .from(address)
      .where(and(ownedBy(sql.placeholder('companyId')), eq(address.isDefault, true)))
      .prepare(name),
  );
  const [row] = await query.execute({ companyId });
  return row ?? null;
}

/** The fields of an address that a buyer can write. */
export type AddressValues = Pick<
  AddressRow,
  'receiver' | 'phone' | 'province' | 'city' | 'district' | 'regionCode' | 'detail'
>;

/** Serializes changes of one company's addresses until the transaction ends, so that there is one default. */
export async function lockAddresses(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address:${companyId}`}, 0))`);
}

export async function countAddresses(db: Db | Tx, companyId: number): Promise<number> {
  return db.$count(address, ownedBy(companyId));
}

export async function insertAddress(tx: Tx, companyId: number, values: AddressValues): Promise<AddressRow> {
  const [row] = await tx
    .insert(address)
    .values({ ...values, companyId })
    .returning();
  return must(row, 'the address that was written');
}

/** Changes an address; null when it is not the company's. */
export async function updateAddress(
  tx: Tx,
  companyId: number,
  id: number,
  values: AddressValues,
): Promise<AddressRow | null> {
  const [row] = await tx
    .update(address)
    .set(values)
    .where(and(ownedBy(companyId), eq(address.id, id)))
    .returning();
  return row ?? null;
}

/** Makes an address the only default one; false when it is not the company's. */
export async function setDefaultAddress(tx: Tx, companyId: number, id: number): Promise<boolean> {
  await tx
    .update(address)
    .set({ isDefault: false })
    .where(and(ownedBy(companyId), eq(address.isDefault, true), ne(address.id, id)));
  const rows = await tx
    .update(address)
    .set({ isDefault: true })
    .where(and(ownedBy(companyId), eq(address.id, id)))
    .returning({ id: address.id });
  return rows.length > 0;
}

/** Marks an address as deleted; its orders still need it. False when it is not the company's. */
export async function deleteAddress(tx: Tx, companyId: number, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(address)
    .set({ deletedAt: now, isDefault: false })
    .where(and(ownedBy(companyId), eq(address.id, id)))
    .returning({ id: address.id });
  return rows.length > 0;
}
