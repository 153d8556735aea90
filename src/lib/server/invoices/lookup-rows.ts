/** Invoices by an order and the end of the buyer's tax number: what both together open (rules 19). */
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { invoice } from '../db/schema.ts';

/** State and number of an order's invoices whose buyer's tax number ends so; without void ones. */
export function listByTail(db: Db, no: string, tail: string) {
  return db
    .select({ state: invoice.state, color: invoice.color, number: invoice.number })
    .from(invoice)
    .where(
      and(
        ne(invoice.state, 'void'),
        eq(sql`right(${invoice.title}->>'taxNo', ${tail.length})`, tail),
        sql`${invoice.id} in (select l.invoice_id from invoice_line l where l.order_no = ${no})`,
      ),
    )
    .orderBy(asc(invoice.id))
    .limit(20);
}
