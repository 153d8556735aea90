/** Refunds by payment providers at the platform's desk. Those by bank are sent by people, on a page of their own. */
import { type SQL, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { refunds } from '#lib/contract/desk/lists/refunds.ts';
import { unpaidStates } from '#lib/rules/orders/refund-state.ts';
import { contains } from '../db/contains.ts';
import type { ListSource } from '../db/list-source.ts';

export function refundSource(): ListSource<typeof refunds> {
  return {
    from: sql`refund r join company c on c.id = r.company_id`,
    shown: sql`left join "order" o on o.no = r.order_no
      left join job_failure j on j.job = 'runRefunds' and j.row_key = r.no
      left join refund_diversion d
        on d.id = (select max(latest.id) from refund_diversion latest where latest.refund_no = r.no)
      left join bank_payout p on p.refund_no = r.no`,
    key: sql`r.no`,
    bound: sql`r.provider <> ${bankProvider}`,
    columns: {
      no: sql`r.no`,
      order_no: sql`r.order_no`,
      company: sql`c.name`,
      amount: sql`r.amount`,
      state: sql`case when d.house_paid_at is not null then 'twice' else r.status end`,
      tries: sql`coalesce(j.tries, 0)`,
      created_at: sql`r.created_at`,
      done_at: sql`r.done_at`,
      reason: sql`r.reason`,
      pay_no: sql`r.pay_no`,
      trade_no: sql`o.trade_no`,
      error: sql`coalesce(j.error, case when d.state = 'waiting' then d.last_answer end)`,
      reroute_way: sql`d.way`,
      reroute_state: sql`d.state`,
      reroute_reason: sql`d.reason`,
      asked_by: sql`d.asked_by`,
      asked_at: sql`d.created_at`,
      decided_by: sql`d.decided_by`,
      decided_at: sql`d.decided_at`,
      word: sql`d.word`,
      serial: sql`case when d.state = 'passed' then p.serial end`,
      house_paid_at: sql`d.house_paid_at`,
      settled_by: sql`d.settled_by`,
      settled_word: sql`d.settled_word`,
      company_id: sql`r.company_id`,
      reroute_id: sql`d.id`,
      may_settle: sql`d.house_paid_at is not null and d.settled_at is null`,
    },
    extra: { provider: sql`r.provider`, status: sql`r.status`, sent: sql`p.serial` },
    filters: {
      keyword: (text) =>
        sql`(${contains(sql`r.no`, text)} or ${contains(sql`r.order_no`, text)}
          or ${contains(sql`r.pay_no`, text)} or ${contains(sql`c.name`, text)})`,
      state: isIn,
      way: (way) => sql`r.provider = ${way}`,
    },
  };
}

/** open: not back yet. twice: also paid by the provider, and not settled. */
function isIn(state: string): SQL {
  if (state === 'open') return sql`r.status in ${unpaidStates}`;
  if (state !== 'twice') return sql`r.status = ${state}`;
  return sql`r.no in (select twice.refund_no from refund_diversion twice
    where twice.house_paid_at is not null and twice.settled_at is null)`;
}
