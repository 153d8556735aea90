/** A merchant's contact and return address. */
import { and, asc, eq } from 'drizzle-orm';
import type { MerchantContact } from '#lib/rules/companies/merchant-contact.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, merchant } from '../db/schema.ts';

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
