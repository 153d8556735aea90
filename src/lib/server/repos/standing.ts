/** What a company may have: its scopes and papers, in the rules' own shape. */
import { eq, sql } from 'drizzle-orm';
import type { BuyerType, CompanyState, Paper, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Db, Tx } from '../db/client.ts';
import { company } from '../db/schema.ts';

/** Columns over `company`; inside them its id is written out, or a query over this table alone would mean another id. */
export const standingColumns = {
  companyState: sql<CompanyState>`${company.status}`,
  buyerType: sql<BuyerType>`${company.buyerType}`,
  regionCode: company.regionCode,
  scopes: sql<
    ScopeCode[]
  >`coalesce((select json_agg(s.scope) from company_scope s where s.company_id = "company"."id"), '[]')`,
  // Moments in epoch milliseconds; a last day counts to its end in Shanghai.
  papers: sql<Paper[]>`coalesce((select json_agg(json_build_object(
    'kind', p.kind, 'number', p.number,
    'validFrom', (extract(epoch from p.valid_from::timestamp at time zone 'Asia/Shanghai') * 1000)::bigint,
    'validTo', (extract(epoch from (p.valid_to + 1)::timestamp at time zone 'Asia/Shanghai') * 1000)::bigint - 1))
    from paper p where p.company_id = "company"."id" and p.status = 'approved'), '[]')`,
};

/** A company as it stands now, for any of its people. Throws when it does not exist. */
export async function getStanding(db: Db | Tx, companyId: number) {
  const [row] = await db
    .select({ companyId: company.id, ...standingColumns })
    .from(company)
    .where(eq(company.id, companyId));
  if (!row) throw new Error(`no company ${companyId}`);
  return row;
}
