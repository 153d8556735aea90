/** Companies' use of limits (rules/quota names the scopes). */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';

export type QuotaClaim = { scope: string; quantity: number };

/** Uses limits up to `most` each; answers the scopes that had room. Rows are locked in the order of their names. */
export async function takeQuota(
  tx: Tx,
  companyId: number,
  requests: readonly (QuotaClaim & { most: number })[],
): Promise<string[]> {
  const sorted = requests.toSorted((a, b) => (a.scope < b.scope ? -1 : 1));
  const scopes = sql.param(sorted.map((request) => request.scope));
  const mosts = sql.param(sorted.map((request) => request.most));
  const result = await tx.execute<{ scope: string }>(sql`
    with wanted as (
      select * from unnest(${scopes}::text[], ${sql.param(sorted.map((request) => request.quantity))}::int[], ${mosts}::int[])
        as w(scope, n, most))
    insert into quota_use (company_id, scope, used)
    select ${companyId}, scope, n from wanted where n <= most order by scope
    on conflict (company_id, scope) do update set used = quota_use.used + excluded.used
    where quota_use.used + excluded.used <=
      (select m.most from unnest(${scopes}::text[], ${mosts}::int[]) as m(scope, most) where m.scope = excluded.scope)
    returning scope`);
  return result.rows.map((row) => row.scope);
}

/** Locks limits that a company has used, in the order of their names, until the transaction ends. */
export async function lockQuota(tx: Tx, companyId: number, scopes: readonly string[]): Promise<void> {
  await tx.execute(sql`select scope from quota_use
    where company_id = ${companyId} and scope = any(${sql.param([...scopes])}::text[]) order by scope for update`);
}

/** Releases limits; an order may have used one in several lines. */
export async function returnQuota(tx: Tx, companyId: number, requests: readonly QuotaClaim[]): Promise<void> {
  const scopes = sql.param(requests.map((request) => request.scope));
  await tx.execute(sql`
    with wanted as (
        select scope, sum(n)::int as n
        from unnest(${scopes}::text[], ${sql.param(requests.map((request) => request.quantity))}::int[]) as w(scope, n)
        group by scope),
      locked as materialized (
        select scope from quota_use where company_id = ${companyId} and scope = any(${scopes}::text[])
        order by scope for update)
    update quota_use q set used = greatest(q.used - w.n, 0)
    from wanted w join locked l on l.scope = w.scope
    where q.company_id = ${companyId} and q.scope = w.scope`);
}
