/** The state of the invoices of each order, for its page and for lists (rules 19). */
import { sql } from 'drizzle-orm';
import {
  type OrderInvoiceState,
  orderInvoiceState,
  orderInvoiceText,
} from '#lib/rules/invoices/order-invoice.ts';
import type { Db } from '../db/client.ts';
import { textArray } from '../fast/arrays.ts';
import { openOrders } from './open-rows.ts';

export interface OrderInvoice {
  state: OrderInvoiceState;
  text: string;
  /** Live and held up invoices of the order, and the only one of them; 0 for none or several. */
  count: number;
  id: number;
}

/** States of orders that the caller has found to be the reader's. */
export async function readOrderInvoices(db: Db, nos: readonly string[]): Promise<Map<string, OrderInvoice>> {
  if (nos.length === 0) return new Map();
  const list = textArray(nos);
  const { rows } = await db.execute<{
    no: string;
    count: number;
    id: number;
    running: number;
    failed: number;
    issued: number;
    reds: number;
    open: number;
  }>(sql`
    select n.no, coalesce(v.count, 0) as count, case when v.count = 1 then v.id else 0 end as id,
      coalesce(v.running, 0) as running, coalesce(v.failed, 0) as failed, coalesce(v.issued, 0) as issued,
      coalesce(v.reds, 0) as reds, coalesce(x.amount, 0) as open
    from unnest(${list}::text[]) as n (no)
      left join (
        select l.order_no as no, count(distinct i.id)::int as count, max(i.id) as id,
          (count(distinct i.id) filter (where i.state in ('waiting', 'sent', 'running', 'unsealed')))::int as running,
          (count(distinct i.id) filter (where i.state = 'failed'))::int as failed,
          (count(distinct i.id) filter (where i.state = 'issued'))::int as issued,
          (count(distinct r.id) filter (where r.closed_at is null))::int as reds
        from invoice_line l join invoice i on i.id = l.invoice_id and i.state <> 'void'
          left join red_form r on r.blue_id = i.id
        where l.order_no = any(${list}::text[]) group by 1
      ) v on v.no = n.no
      left join ${openOrders(sql`o.no = any(${list}::text[])`)} x on x.no = n.no`);
  return new Map(
    rows.map((row) => {
      const state = orderInvoiceState(row);
      return [row.no, { state, text: orderInvoiceText(state), count: row.count, id: row.id }] as const;
    }),
  );
}

/** The same for the wire of an order. */
export function invoiceOfOrder(
  found: ReadonlyMap<string, OrderInvoice>,
  no: string,
): Omit<OrderInvoice, 'count'> {
  const { state, text, id } = found.get(no) ?? noInvoice;
  return { state, text, id };
}

/** Of an order whose invoices are not loaded. */
export const noInvoice: Omit<OrderInvoice, 'count'> = {
  state: 'none',
  text: orderInvoiceText('none'),
  id: 0,
};
