/** What a merchant asks to have signed, as a column of other queries. */
import { type SQL, sql } from 'drizzle-orm';
import type { ContractRule } from '#lib/rules/contracts/kinds.ts';

/** A merchant's rule, with the name that buyers know. */
export interface AskedContracts extends ContractRule {
  merchant: string;
}

const asking = sql`from contract_rule cr join merchant cm on cm.id = cr.merchant_id where cr.asks <> 'none' and cr.merchant_id`;

/** Over the merchant with that id; null where it asks for nothing. */
export function contractRuleOf(merchantId: SQL): SQL<AskedContracts | null> {
  return sql<AskedContracts | null>`(select json_build_object('asks', cr.asks, 'step', cr.step, 'merchant', cm.short_name)
    ${asking} = ${merchantId})`;
}

/** Over all merchants with these ids that ask for something; null where none does. */
export function contractRulesOf(merchantIds: SQL): SQL<(AskedContracts & { id: number })[] | null> {
  return sql<(AskedContracts & { id: number })[] | null>`(select json_agg(json_build_object(
      'id', cr.merchant_id, 'asks', cr.asks, 'step', cr.step, 'merchant', cm.short_name))
    ${asking} = any(array(${merchantIds})))`;
}
