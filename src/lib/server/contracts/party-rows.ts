/** What the papers of both sides say: the fields of contracts. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ContractRule } from '#lib/rules/contracts/kinds.ts';
import { merchantAddress, regionText } from '#lib/rules/text/address-text.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, contractRule, merchant, merchantPaper } from '../db/schema.ts';
import { standingColumns } from '../people/standing-rows.ts';

export interface BuyerParty {
  id: number;
  name: string;
  creditCode: string;
  licence: string;
  address: string;
}

/** A company with the number of the licence on which it buys medicines. */
export async function findBuyerParty(db: Db | Tx, companyId: number): Promise<BuyerParty | null> {
  const [row] = await db
    .select({
      id: company.id,
      name: company.name,
      creditCode: company.creditCode,
      province: company.province,
      city: company.city,
      district: company.district,
      papers: standingColumns.papers,
    })
    .from(company)
    .where(eq(company.id, companyId));
  if (row === undefined) return null;
  const licence = row.papers.find(({ kind }) => kind === 'drug_licence' || kind === 'practice_licence');
  const { id, name } = row;
  return {
    id,
    name,
    address: regionText(row),
    creditCode: row.creditCode ?? '',
    licence: licence?.number ?? '',
  };
}

export interface SellerParty extends ContractRule {
  id: number;
  /** As buyers know it. */
  shortName: string;
  name: string;
  creditCode: string;
  licence: string;
  address: string;
  sealsItself: boolean;
  /** Who signs for it at a provider where it seals by hand, and the seal that is set there by itself; empty without. */
  signerName: string;
  signerPhone: string;
  remoteSealId: string;
}

const sellerColumns = {
  id: merchant.id,
  shortName: merchant.shortName,
  name: merchant.fullName,
  creditCode: sql<string>`coalesce((select mp.number from ${merchantPaper} mp
    where mp.merchant_id = ${merchant.id} and mp.kind = 'business_licence'), '')`,
  licence: merchant.licenceNo,
  province: merchant.province,
  city: merchant.city,
  street: merchant.address,
  asks: sql<ContractRule['asks']>`coalesce(${contractRule.asks}, 'none')`,
  step: sql<ContractRule['step']>`coalesce(${contractRule.step}, 'order')`,
  sealsItself: sql<boolean>`coalesce(${contractRule.sealsItself}, true)`,
  signerName: sql<string>`coalesce(${contractRule.signerName}, '')`,
  signerPhone: sql<string>`coalesce(${contractRule.signerPhone}, '')`,
  remoteSealId: sql<string>`coalesce(${contractRule.remoteSealId}, '')`,
};

/** Merchants by id; unknown ones are left out. */
export async function listSellerParties(db: Db | Tx, ids: readonly number[]): Promise<SellerParty[]> {
  const rows = await db
    .select(sellerColumns)
    .from(merchant)
    .leftJoin(contractRule, eq(contractRule.merchantId, merchant.id))
    .where(inArray(merchant.id, [...ids]))
    .orderBy(merchant.id);
  return rows.map(({ province, city, street, ...row }) => ({
    ...row,
    address: merchantAddress({ province, city, street }),
  }));
}

/**
 * The merchants whose contracts concern a company: it has some with them, or they ask and their goods are in the
 * person's cart, or in an order since `since`.
 */
export async function listConcerned(
  db: Db | Tx,
  { companyId, userId }: { companyId: number; userId: string },
  since: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.merchant_id as id from contract_rule r where r.asks <> 'none' and (
      exists (select from cart_line c join goods g on g.id = c.goods_id
        where c.user_id = ${userId} and c.company_id = ${companyId} and g.merchant_id = r.merchant_id)
      or exists (select from "order" o
        where o.company_id = ${companyId} and o.merchant_id = r.merchant_id and o.created_at >= ${since.toISOString()}))
    union select c.merchant_id from contract c where c.company_id = ${companyId} and c.merchant_id is not null
    order by 1`);
  return rows.map(({ id }) => id);
}

/** A company by its exact name; null where none or several have it. */
export async function findCompanyNamed(db: Db | Tx, name: string): Promise<number | null> {
  const rows = await db
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.name, name), inArray(company.status, ['approved', 'changing'])))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
