/** Numbers by which a desk finds an order. */
import { and, desc, eq, gte, lte, or, sql } from 'drizzle-orm';
import type { DeskSearch } from '#lib/rules/orders/desk-orders.ts';
import type { Db } from '../db/client.ts';
import { company, order } from '../db/schema.ts';
import { foundBy, mine } from './desk-order-rows.ts';

/** The newest orders that match a number, their own or one of their trade, payments or parcels; 8 at most. */
export function listOrderNumbers(db: Db, search: DeskSearch, within: number | null) {
  const { number } = search;
  const others = foundBy(search);
  return db
    .select({
      no: order.no,
      tradeNo: order.tradeNo,
      company: company.name,
      status: order.status,
      deadlineAt: order.deadlineAt,
      receiveBy: order.receiveBy,
    })
    .from(order)
    .innerJoin(company, eq(company.id, order.companyId))
    .where(
      and(
        mine(within),
        or(
          // The bounds use the index in any collation; the prefix is checked after them.
          number === ''
            ? undefined
            : and(
                gte(order.no, number),
                lte(order.no, `${number}\uffff`),
                sql`starts_with(${order.no}, ${number})`,
              ),
          others.length === 0 ? undefined : sql`${order.no} in (${sql.join(others, sql` union all `)})`,
        ),
      ),
    )
    .orderBy(desc(order.createdAt), desc(order.no))
    .limit(8);
}
