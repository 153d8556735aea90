/** Shipped orders whose merchant issues by itself (rules 19). */
import { sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { openOrders } from './open-rows.ts';

/**
 * An invoice of an order (alias `x`) became void or was taken back for its title, and none was asked for since: a person
 * asks for the next one. What takes the place of a void one is of the same moment.
 */
const isLeftToPeople = sql`exists (
  select 1 from (
    select max(v.created_at) as asked, max(case when v.state = 'void'
      then (select max(e.at) from invoice_event e where e.invoice_id = v.id and e.act = 'void')
      else (select max(r.closed_at) from red_form r
        where r.blue_id = v.id and r.reason = '01' and r.red_invoice_id is not null) end) as given_back
    from invoice_line y join invoice v on v.id = y.invoice_id where y.order_no = x.no and v.color = 'blue'
  ) own where own.asked < own.given_back)`;

/**
 * Orders that were paid in a span of time and have something to invoice, the first paid first: their merchant issues by
 * itself, the company has a default title and is not frozen, each shipped item has tax data, no invoice of them is held
 * up, and none was given back without another one since.
 */
export async function listAutoOrders(
  db: Db,
  { job, paid, now, limit }: { job: string; paid: { from: Date; to: Date }; now: Date; limit: number },
): Promise<{ no: string; companyId: number }[]> {
  const where = sql`o.paid_at > ${paid.from} and o.paid_at <= ${paid.to}
    and o.merchant_id in (select s.merchant_id from invoice_seller s where s.auto_issue)
    and exists (select 1 from invoice_title t where t.company_id = o.company_id and t.is_default and t.removed_at is null)
    and exists (select 1 from company k where k.id = o.company_id and k.status <> 'frozen')
    and not exists (select 1 from order_line x where x.order_no = o.no and x.shipped_quantity > x.sent_refunded_quantity
      and not exists (select 1 from goods_tax g where g.goods_id = x.goods_id
        and g.valid_from <= (coalesce(o.shipped_at, ${now}) at time zone 'Asia/Shanghai')::date))
    and not exists (select 1 from invoice_line y join invoice v on v.id = y.invoice_id
      where y.order_no = o.no and v.state = 'failed')
    and ${isReady(job, sql`o.no`, now)}`;
  const { rows } = await db.execute<{ no: string; companyId: number }>(sql`
    select x.no, x.company_id as "companyId" from ${openOrders(where)} x where x.amount > 0 and not ${isLeftToPeople}
    order by x.paid_at, x.no limit ${limit}`);
  return rows;
}
