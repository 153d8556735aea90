/** Money that waits for a person of the platform: transfers, refunds, acts of two people and differences of bills. */
import { type SQL, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { moneyList } from '#lib/contract/desk/lists/money.ts';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { allActStates, isActOpen } from '#lib/rules/companies/act-states.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import type { Db } from '../db/client.ts';
import type { ListSource } from '../db/list-source.ts';

const openActs = allActStates.filter(isActOpen);

/**
 * `id` is unique in its kind. `about` is a state or kind, which the rules have a text for. `kinds`: the acts that the reader
 * may decide.
 */
function waiting(kinds: readonly ActKind[]): SQL {
  const ofActs = kinds.length === 0 ? sql`false` : sql`a.kind in ${kinds}`;
  return sql`(
    select 'transfer' as kind, t.pay_no as id, t.pay_no as no, t.state as about, p.company_id, p.amount,
      coalesce(t.submitted_at, t.created_at) as since, null::text as asked_by
      from bank_transfer t join payment p on p.no = t.pay_no where t.state in ${statesAtDesk}
    union all select 'payout', r.no, r.no, r.status, r.company_id, r.amount, r.created_at, null
      from refund r where r.provider = ${bankProvider} and r.status <> 'done'
    union all select 'refund', r.no, r.no, r.status, r.company_id, r.amount, r.created_at, null
      from refund r where r.provider <> ${bankProvider} and r.status in ('unknown', 'failed', 'held')
    union all select 'twice', d.id::text, r.no, d.way, r.company_id, r.amount, d.house_paid_at, d.asked_by
      from refund_diversion d join refund r on r.no = d.refund_no
      where d.house_paid_at is not null and d.settled_at is null
    union all select 'act', a.id::text, a.id::text, a.kind, a.company_id, a.amount, a.created_at, a.asked_by
      from balance_correction a where a.state in ${openActs} and ${ofActs}
    union all select 'difference', b.id::text, coalesce(nullif(b.no, ''), b.id::text), b.problem, null,
      coalesce(b.theirs, 0) - coalesce(b.ours, 0), b.found_at, null
      from bill_difference b where b.settled_at is null
  ) w`;
}

export function moneySource(kinds: readonly ActKind[]): ListSource<typeof moneyList> {
  return {
    from: sql`${waiting(kinds)} left join company c on c.id = w.company_id`,
    key: sql`(w.kind || ':' || w.id)`,
    columns: {
      no: sql`w.no`,
      kind: sql`w.kind`,
      company: sql`c.name`,
      amount: sql`w.amount`,
      since: sql`w.since`,
      asked_by: sql`w.asked_by`,
      company_id: sql`w.company_id`,
    },
    extra: { what: sql`w.about` },
  };
}

/** How many wait, and since when the first of them. */
export async function countMoney(
  db: Db,
  kinds: readonly ActKind[],
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(*)::int as count, (extract(epoch from min(w.since)) * 1000)::float8 as since
    from ${waiting(kinds)}`);
  const { count = 0, since = null } = rows[0] ?? {};
  return { count, since: since === null ? null : new Date(since) };
}
