/** A company's recent purchases, for what the end of its licences would block. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { goods, order, orderLine, product } from '../db/schema.ts';

/**
 * Each item of which the company, or a store on its licences, has bought and retained a piece since then, by its
 * present scope; fen less refunds. Gifts are left out.
 */
export function listBoughtSince(
  db: Db,
  companyId: number,
  { since, statuses }: { since: Date; statuses: readonly OrderStatus[] },
) {
  const paid = sql<number>`sum(${orderLine.paid} - ${orderLine.refundedAmount})::float8`;
  return db
    .select({
      id: goods.id,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      scope: product.scope,
      paid,
    })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(
      and(
        sql`${order.companyId} in (select c.id from company c where c.id = ${companyId}
          or (c.head_id = ${companyId} and c.inherits_papers and c.status <> 'closed'))`,
        gte(order.createdAt, since),
        inArray(order.status, [...statuses]),
        sql`${orderLine.quantity} > ${orderLine.refundedQuantity}`,
        sql`${orderLine.kind} <> 'gift'`,
      ),
    )
    .groupBy(goods.id, product.id);
}
