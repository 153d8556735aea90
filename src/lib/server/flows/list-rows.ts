/** Breaks of orders' flows at the desks: a merchant's own, for the platform all (rules 4). */
import { type SQL, sql } from 'drizzle-orm';
import { flows } from '#lib/contract/desk/lists/flows.ts';
import { breakText, flowCauses, invoiceCauses } from '#lib/rules/flows/causes.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { words } from '../db/schema/columns.ts';

/** A value of each issued invoice of the break's order that this merchant, or with null anybody, may open. */
function numbersOf(value: SQL, merchantId: number | null): SQL {
  const bound = merchantId === null ? sql`true` : sql`i.merchant_id = ${merchantId}`;
  return sql`(select string_agg(${value}, ' ' order by i.id) from invoice i
    where i.id in (select l.invoice_id from invoice_line l where l.order_no = b.order_no) and i.state = 'issued'
      and ${bound} and (b.cause not in (${words(invoiceCauses)}) or i.number = b.about))`;
}

export const flowListRows = listRows(flows, {
  source: ({ merchantId }) => ({
    from: sql`flow_break b join "order" o on o.no = b.order_no`,
    shown: sql`left join company c on c.id = o.company_id left join merchant m on m.id = o.merchant_id`,
    key: sql`b.id`,
    bound: merchantId === null ? undefined : sql`o.merchant_id = ${merchantId}`,
    columns: {
      no: sql`b.order_no`,
      merchant: merchantId === null ? sql`m.short_name` : sql`null`,
      company: sql`c.name`,
      cause: sql`b.cause`,
      about: sql`b.about`,
      invoices: numbersOf(sql`i.number`, merchantId),
      invoice_ids: numbersOf(sql`i.id::text`, merchantId),
      payments:
        merchantId === null
          ? sql`(select string_agg(p.no, ' ' order by p.created_at, p.no) from payment_trade pt
              join payment p on p.no = pt.pay_no and p.paid_at is not null where pt.trade_no = o.trade_no)`
          : sql`null`,
      found_at: sql`b.found_at`,
      note: sql`b.note`,
      noted_by: merchantId === null ? sql`b.noted_by` : sql`null`,
      closed_at: sql`b.closed_at`,
      is_open: sql`(b.closed_at is null and b.noted_at is null)`,
    },
    extra: { wanted: sql`b.wanted::text`, found: sql`b.found::text` },
    filters: {
      keyword: (text) => sql`(${contains(sql`b.order_no`, text)} or ${contains(sql`b.about`, text)})`,
      state: (state) =>
        ({
          open: sql`b.closed_at is null and b.noted_at is null`,
          noted: sql`b.closed_at is null and b.noted_at is not null`,
        })[state] ?? sql`b.closed_at is not null`,
    },
  }),
  finish: ({ cause: key, wanted, found }) => {
    const cause = String(key);
    if (!isKeyOf(flowCauses, cause)) return { todo: '', figures: '' };
    return {
      todo: flowCauses[cause].todo,
      figures: breakText(cause, { wanted: Number(wanted), found: Number(found) }),
    };
  },
});
