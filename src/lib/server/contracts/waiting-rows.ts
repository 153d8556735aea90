/** Contracts that wait for the seller's seal. */
import { sql } from 'drizzle-orm';
import type { ContractState } from '#lib/rules/contracts/state.ts';
import type { Db } from '../db/client.ts';

const half: ContractState = 'half';

/** Over `contract k`: it is not handed over to a provider yet, and the buyer has signed. */
export const isToSeal = sql`(k.state = ${half} and (k.provider = 'own' or k.ask_at is null))`;

/** Number of a merchant's contracts to seal, of all merchants for null, and when the first of them was signed. */
export async function countToSeal(
  db: Db,
  merchantId: number | null,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(*)::int as count, (extract(epoch from min(s.signed_at)) * 1000)::float8 as since
    from contract k left join contract_signature s on s.contract_id = k.id and s.side = 'buyer'
    where ${isToSeal} and ${merchantId === null ? sql`true` : sql`k.merchant_id = ${merchantId}`}`);
  const [row] = rows;
  return { count: row?.count ?? 0, since: row?.since ? new Date(row.since) : null };
}
