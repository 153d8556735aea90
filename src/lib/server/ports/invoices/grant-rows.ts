/** Grants of sellers to an application at an invoice provider: tokens, encrypted, shared by all processes. */
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { invoiceGrant } from '../../db/schema.ts';

export type GrantRow = typeof invoiceGrant.$inferSelect;

/** The grant of a seller; `merchantId` null: of the company that owns the application. */
export interface GrantKey {
  app: string;
  merchantId: number | null;
  taxNo: string;
}

function isOf({ app, merchantId, taxNo }: GrantKey): SQL | undefined {
  return and(
    eq(invoiceGrant.app, app),
    eq(invoiceGrant.taxNo, taxNo),
    merchantId === null ? isNull(invoiceGrant.merchantId) : eq(invoiceGrant.merchantId, merchantId),
  );
}

export async function findGrant(db: Db | Tx, key: GrantKey): Promise<GrantRow | null> {
  const [row] = await db.select().from(invoiceGrant).where(isOf(key));
  return row ?? null;
}

/** Any grant of a merchant with a token, to try the keys with. */
export async function findAnyGrant(db: Db, app: string): Promise<GrantRow | null> {
  const [row] = await db
    .select()
    .from(invoiceGrant)
    .where(and(eq(invoiceGrant.app, app), ne(invoiceGrant.accessToken, '')))
    .orderBy(asc(invoiceGrant.id))
    .limit(1);
  return row ?? null;
}

/** Locks a grant until the transaction ends; makes an empty one where there is none. */
export async function lockGrant(tx: Tx, key: GrantKey): Promise<GrantRow | null> {
  await tx.insert(invoiceGrant).values(key).onConflictDoNothing();
  const [row] = await tx.select().from(invoiceGrant).where(isOf(key)).for('no key update');
  return row ?? null;
}

export async function changeGrant(
  db: Db | Tx,
  id: number,
  patch: Partial<typeof invoiceGrant.$inferInsert>,
): Promise<void> {
  await db.update(invoiceGrant).set(patch).where(eq(invoiceGrant.id, id));
}

/** True for a merchant whose business licence names this number. */
export async function hasLicenceNumber(db: Db | Tx, merchantId: number, taxNo: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from merchant_paper
    where merchant_id = ${merchantId} and kind = 'business_licence' and number = ${taxNo}`);
  return rows.length > 0;
}
