/** Refunds of bank transfers at the platform's desk. */
import { sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import { payouts } from '#lib/contract/desk/lists/payouts.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';

export const payoutListRows = listRows(payouts, {
  source: () => ({
    from: sql`refund r join company c on c.id = r.company_id`,
    shown: sql`left join bank_payout p on p.refund_no = r.no left join bank_transfer t on t.pay_no = r.pay_no
      left join stored_file f on f.id = t.file_id and f.removed_at is null`,
    key: sql`r.no`,
    bound: sql`r.provider = ${bankProvider}`,
    columns: {
      no: sql`r.no`,
      company: sql`c.name`,
      amount: sql`r.amount`,
      reason: sql`r.reason`,
      order_no: sql`r.order_no`,
      came_by: sql`r.provider_no`,
      proof: sql`f.kind`,
      created_at: sql`r.created_at`,
      done_at: sql`r.done_at`,
      sent_by: sql`case when r.done_at is not null then coalesce(p.serial, '余额') end`,
      company_id: sql`r.company_id`,
      file_id: sql`f.id`,
      is_open: sql`r.done_at is null`,
    },
    filters: {
      keyword: (text) =>
        sql`(${contains(sql`r.no`, text)} or ${contains(sql`r.pay_no`, text)} or ${contains(sql`c.name`, text)})`,
      state: (state) => (state === 'open' ? sql`r.status <> 'done'` : sql`r.status = 'done'`),
    },
  }),
});
