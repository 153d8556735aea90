/** Bank transfers at the platform's desk. */
import { sql } from 'drizzle-orm';
import type { transfers } from '#lib/contract/desk/lists/transfers.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import { contains } from '../db/contains.ts';
import type { ListSource } from '../db/list-source.ts';

export function transferSource(): ListSource<typeof transfers> {
  return {
    from: sql`bank_transfer t join payment p on p.no = t.pay_no join company c on c.id = p.company_id`,
    shown: sql`left join stored_file f on f.id = t.file_id and f.removed_at is null`,
    key: sql`t.pay_no`,
    columns: {
      no: sql`t.pay_no`,
      company: sql`c.name`,
      proof: sql`f.kind`,
      at: sql`coalesce(t.submitted_at, t.created_at)`,
      reason: sql`t.reason`,
      company_id: sql`p.company_id`,
      file_id: sql`f.id`,
    },
    filters: {
      keyword: (text) =>
        sql`(${contains(sql`t.pay_no`, text)} or ${contains(sql`c.name`, text)} or exists (
          select 1 from bank_receipt r where r.pay_no = t.pay_no and r.serial = ${text.toUpperCase()}))`,
      state: (state) => (state === 'desk' ? sql`t.state in ${statesAtDesk}` : sql`t.state = ${state}`),
    },
  };
}
