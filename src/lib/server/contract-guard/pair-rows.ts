/** Contracts as the rules of a pair read them. Every query is bound to its companies. */
import { and, asc, inArray, ne, sql } from 'drizzle-orm';
import type { PairContract } from '#lib/rules/contracts/lacking.ts';
import type { ContractState } from '#lib/rules/contracts/state.ts';
import type { Db, Tx } from '../db/client.ts';
import { contract } from '../db/schema.ts';

const isVoid: ContractState = 'void';

export const pairColumns = {
  no: contract.no,
  merchantId: contract.merchantId,
  kind: contract.kind,
  state: contract.state,
  validFrom: sql<string | null>`${contract.validFrom}::text`,
  validTo: sql<string | null>`${contract.validTo}::text`,
  isRemote: sql<boolean>`${contract.provider} <> 'own' and ${contract.askAt} is not null`,
};

/** The contracts of companies with merchants, without void ones. */
export function listPairContracts(
  db: Db | Tx,
  companyIds: readonly number[],
  merchantIds: readonly number[],
): Promise<PairContract[]> {
  return db
    .select(pairColumns)
    .from(contract)
    .where(
      and(
        inArray(contract.companyId, [...companyIds]),
        inArray(contract.merchantId, [...merchantIds]),
        ne(contract.state, isVoid),
      ),
    )
    .orderBy(asc(contract.id));
}
