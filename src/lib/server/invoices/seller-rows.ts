/** Merchants as sellers of their invoices (rules 19). */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import { merchantAddress } from '#lib/rules/text/address-text.ts';
import type { Db, Tx } from '../db/client.ts';
import { invoice, invoiceSeller, merchant } from '../db/schema.ts';
import type { SellerRow } from './ask-rows.ts';

/** Items on the shelf of a merchant without tax data today. */
export function lackingGoods(merchantId: SQL): SQL<number> {
  return sql<number>`(select count(*) from goods g where g.merchant_id = ${merchantId} and g.is_on_shelf
    and not exists (select 1 from goods_tax x where x.goods_id = g.id
      and x.valid_from <= (now() at time zone 'Asia/Shanghai')::date))::int`;
}

/** A merchant with what its invoices need; null for an unknown one. */
export async function findSellerFile(db: Db | Tx, merchantId: number) {
  const [row] = await db
    .select({
      id: merchant.id,
      shortName: merchant.shortName,
      fullName: merchant.fullName,
      province: merchant.province,
      city: merchant.city,
      street: merchant.address,
      phone: merchant.phone,
      creditCode: sql<string>`coalesce((select p.number from merchant_paper p
        where p.merchant_id = ${merchant.id} and p.kind = 'business_licence'), '')`,
      lacking: lackingGoods(sql`${merchant.id}`),
      failed: sql<number>`(select count(*) from ${invoice} i where i.merchant_id = ${merchant.id} and i.state = 'failed')::int`,
      seller: invoiceSeller,
    })
    .from(merchant)
    .leftJoin(invoiceSeller, eq(invoiceSeller.merchantId, merchant.id))
    .where(eq(merchant.id, merchantId));
  return row === undefined ? null : { ...row, address: merchantAddress(row) };
}
export type SellerFile = NonNullable<Awaited<ReturnType<typeof findSellerFile>>>;

type Saved = Omit<
  SellerRow,
  | 'version'
  | 'createdAt'
  | `session${string}`
  | 'quotaTotal'
  | 'quotaUsed'
  | 'quotaCheckedAt'
  | 'inboundUntil'
>;

/**
 * Saves a seller that was read as `version`, 0 for a new one; false where another has changed it meanwhile. Session and
 * quota of another tax number or provider are forgotten.
 */
export async function saveSeller(tx: Tx, row: Saved, version: number): Promise<boolean> {
  if (version === 0) {
    const made = await tx.insert(invoiceSeller).values(row).onConflictDoNothing().returning();
    return made.length > 0;
  }
  const { merchantId, ...values } = row;
  const isOther = sql`(${invoiceSeller.taxNo} <> ${row.taxNo} or ${invoiceSeller.provider} <> ${row.provider})`;
  const unless = (column: SQL) => sql`case when ${isOther} then null else ${column} end`;
  const rows = await tx
    .update(invoiceSeller)
    .set({
      ...values,
      sessionUntil: unless(sql`${invoiceSeller.sessionUntil}`),
      sessionCheckedAt: unless(sql`${invoiceSeller.sessionCheckedAt}`),
      quotaTotal: unless(sql`${invoiceSeller.quotaTotal}`),
      quotaUsed: unless(sql`${invoiceSeller.quotaUsed}`),
      quotaCheckedAt: unless(sql`${invoiceSeller.quotaCheckedAt}`),
      inboundUntil: unless(sql`${invoiceSeller.inboundUntil}`),
      version: version + 1,
    })
    .where(and(eq(invoiceSeller.merchantId, merchantId), eq(invoiceSeller.version, version)))
    .returning({ id: invoiceSeller.merchantId });
  return rows.length > 0;
}

/** Stores session and quota of a seller as the provider reports them. */
export async function recordStanding(
  db: Db,
  merchantId: number,
  patch: Partial<
    Pick<SellerRow, 'sessionUntil' | 'sessionCheckedAt' | 'quotaTotal' | 'quotaUsed' | 'quotaCheckedAt'>
  >,
): Promise<void> {
  const rows = await db
    .update(invoiceSeller)
    .set(patch)
    .where(eq(invoiceSeller.merchantId, merchantId))
    .returning({ id: invoiceSeller.merchantId });
  must(rows[0], `the seller ${merchantId}`);
}
