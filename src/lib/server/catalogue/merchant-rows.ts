import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { merchant } from '../db/schema.ts';
import { papersUntil } from '../db/shelf.ts';

const publicFacts = {
  id: merchant.id,
  shortName: merchant.shortName,
  fullName: merchant.fullName,
  province: merchant.province,
  city: merchant.city,
  address: merchant.address,
  licenceNo: merchant.licenceNo,
  kind: merchant.kind,
  speciality: merchant.speciality,
  badges: merchant.badges,
  policies: merchant.policies,
  phone: merchant.phone,
  returnName: merchant.returnName,
  returnPhone: merchant.returnPhone,
  returnAddress: merchant.returnAddress,
  salesRegions: merchant.salesRegions,
  papersUntil,
};

const deliveryFacts = {
  freeShippingAmount: merchant.freeShippingAmount,
  shippingFee: merchant.shippingFee,
  coldChainFee: merchant.coldChainFee,
  minOrderAmount: merchant.minOrderAmount,
  salesRegions: merchant.salesRegions,
  freightRules: merchant.freightRules,
};

/** All merchants in the shop's order. */
export async function listMerchants(db: Db | Tx) {
  return db.select(publicFacts).from(merchant).orderBy(asc(merchant.sort), asc(merchant.id));
}
export type MerchantFacts = Awaited<ReturnType<typeof listMerchants>>[number];

export async function findMerchant(db: Db | Tx, id: number): Promise<MerchantFacts | null> {
  const [row] = await db.select(publicFacts).from(merchant).where(eq(merchant.id, id));
  return row ?? null;
}

/** A merchant's delivery fees and areas. Amounts in fen. */
export async function findDelivery(db: Db | Tx, id: number) {
  const [row] = await db.select(deliveryFacts).from(merchant).where(eq(merchant.id, id));
  return row ?? null;
}
export type DeliveryFacts = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
