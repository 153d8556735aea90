/** Merchants as sellers of invoices, at the platform's desk (rules 19). */
import { sql } from 'drizzle-orm';
import { invoiceSellersList } from '#lib/contract/desk/lists/invoice-sellers.ts';
import { listRows } from '../db/list-source.ts';
import { lackingGoods } from './seller-rows.ts';

export const invoiceSellerListRows = listRows(invoiceSellersList, {
  source: ({ now }) => {
    const isLapsed = sql`(s.session_checked_at is not null and coalesce(s.session_until, '-infinity') <= ${now})`;
    const isLow = sql`(s.quota_total - s.quota_used < s.quota_alarm)`;
    const lacking = lackingGoods(sql`m.id`);
    return {
      from: sql`merchant m left join invoice_seller s on s.merchant_id = m.id`,
      key: sql`m.id`,
      bound: sql`m.closed_at is null`,
      columns: {
        name: sql`m.short_name`,
        full_name: sql`s.name`,
        tax_no: sql`s.tax_no`,
        provider: sql`coalesce(s.provider, 'none')`,
        form: sql`s.form`,
        auto_issue: sql`coalesce(s.auto_issue, false)`,
        session_until: sql`s.session_until`,
        quota_left: sql`s.quota_total - s.quota_used`,
        failed: sql`(select count(*) from invoice i where i.merchant_id = m.id and i.state = 'failed')::int`,
        lacking,
        id: sql`m.id`,
      },
      filters: {
        view: (value) => {
          if (value === 'missing') return sql`s.merchant_id is null`;
          if (value === 'session') return isLapsed;
          if (value === 'standing') return sql`(${isLapsed} or ${isLow})`;
          return value === 'quota' ? isLow : sql`${lacking} > 0`;
        },
      },
    };
  },
});
