/** Facts that limit a company's purchases: its scopes and licences, in the rules' own shape. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { BuyerType, Paper, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Db, Tx } from '../db/client.ts';
import { company } from '../db/schema.ts';

/** A column of the head office for a store on its licences, of the company itself for any other. */
const own = (column: 'status' | 'region_code') =>
  sql.raw(`(case when "company"."inherits_papers"
  then (select h.${column} from company h where h.id = "company"."head_id") else "company"."${column}" end)`);

/** The company whose licences and scopes count: a store may use its head office's. */
const paperOwner = sql.raw(
  `(case when "company"."inherits_papers" then "company"."head_id" else "company"."id" end)`,
);

/**
 * Columns over `company`; inside them its id is qualified, because in a query over this table alone it would mean
 * another id. A store on its head office's licences has no better standing than the head office, and its seat is that
 * of the licence.
 */
export const standingColumns = {
  companyState: sql<CompanyState>`case when "company"."status" in ('approved', 'changing')
    then ${own('status')} else "company"."status" end`,
  buyerType: sql<BuyerType>`${company.buyerType}`,
  regionCode: sql<string>`${own('region_code')}`,
  scopes: sql<
    ScopeCode[]
  >`coalesce((select json_agg(s.scope) from company_scope s where s.company_id = ${paperOwner}), '[]')`,
  // Times in epoch milliseconds; a last day counts to its end in Shanghai.
  papers: sql<Paper[]>`coalesce((select json_agg(json_build_object(
    'kind', p.kind, 'number', p.number,
    'validFrom', (extract(epoch from p.valid_from::timestamp at time zone 'Asia/Shanghai') * 1000)::bigint,
    'validTo', (extract(epoch from (p.valid_to + 1)::timestamp at time zone 'Asia/Shanghai') * 1000)::bigint - 1))
    from paper p where p.company_id = ${paperOwner} and p.status = 'approved'), '[]')`,
};

/** A company's standing. */
export interface Standing {
  companyId: number;
  companyState: CompanyState;
  buyerType: BuyerType;
  regionCode: string;
  scopes: ScopeCode[];
  papers: Paper[];
}

/** A company's present standing, for any of its people. Throws when it does not exist. */
export async function getStanding(db: Db | Tx, companyId: number): Promise<Standing> {
  const [row] = await db
    .select({ companyId: company.id, ...standingColumns })
    .from(company)
    .where(eq(company.id, companyId));
  if (!row) throw new Error(`no company ${companyId}`);
  return row;
}

/** A company whose orders others decide about. */
export interface Named {
  id: number;
  name: string;
  /** Its head office; null where it has none. */
  headId: number | null;
  state: CompanyState;
}

/** Companies by id; unknown ones are left out. */
export async function listNamed(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: company.id,
      name: company.name,
      headId: company.headId,
      state: standingColumns.companyState,
    })
    .from(company)
    .where(inArray(company.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
