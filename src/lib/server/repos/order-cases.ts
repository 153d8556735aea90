/** After-sale cases by the order that they are about, for what is shown beside an order. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { afterSale } from '../db/schema.ts';
import type { AfterSaleRow } from './after-sale.ts';

/** Cases of a company's orders, the newest first. */
export async function listCasesOf(
  db: Db | Tx,
  companyId: number,
  orderNos: readonly string[],
): Promise<AfterSaleRow[]> {
  if (orderNos.length === 0) return [];
  return db
    .select()
    .from(afterSale)
    .where(and(eq(afterSale.companyId, companyId), inArray(afterSale.orderNo, [...orderNos])))
    .orderBy(desc(afterSale.id));
}
