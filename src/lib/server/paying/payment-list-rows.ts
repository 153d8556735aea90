/** Payments at the platform's desk: for a buyer who has paid and asks where it is (rules 5). */
import { sql } from 'drizzle-orm';
import type { payments } from '#lib/contract/desk/lists/payments.ts';
import { readDeskSearch } from '#lib/rules/orders/desk-orders.ts';
import { contains } from '../db/contains.ts';
import type { ListSource } from '../db/list-source.ts';

export function paymentSource(): ListSource<typeof payments> {
  return {
    from: sql`payment p join company c on c.id = p.company_id`,
    key: sql`p.no`,
    columns: {
      no: sql`p.no`,
      company: sql`c.name`,
      way: sql`p.provider`,
      purpose: sql`p.purpose`,
      // A payment from the balance has no other number than its own.
      serial: sql`nullif(p.provider_no, p.no)`,
      amount: sql`p.amount`,
      state: sql`p.status`,
      fail_reason: sql`p.fail_reason`,
      created_at: sql`p.created_at`,
      paid_at: sql`p.paid_at`,
      orders: sql`(select string_agg(o.no, ' ' order by o.no) from payment_trade pt
        join "order" o on o.trade_no = pt.trade_no where pt.pay_no = p.no)`,
      company_id: sql`p.company_id`,
    },
    extra: { link: sql`p.link_id` },
    filters: { q: fits, way: (way) => sql`p.provider = ${way}` },
  };
}

/** Payments of trades and orders by their numbers, of payments by their own or their provider's. */
function fits(typed: string) {
  const { text, number } = readDeskSearch(typed);
  const large = number.toUpperCase();
  const isNumbered =
    number === ''
      ? sql``
      : sql` or p.no = ${large} or p.provider_no = ${number} or p.no in (
          select pt.pay_no from payment_trade pt where pt.trade_no = ${large}
          union all select pt.pay_no from payment_trade pt join "order" o on o.trade_no = pt.trade_no where o.no = ${large}
          union all select part.no from payment part where part.part_of = ${large})`;
  return sql`(${contains(sql`c.name`, text)}${isNumbered})`;
}
