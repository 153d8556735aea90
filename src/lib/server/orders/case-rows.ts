/** After-sale cases by their order, shown next to it. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { askingAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, afterSaleLine } from '../db/schema.ts';
import type { AfterSaleRow } from './after-sale-rows.ts';

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

/** Unanswered refund requests for unshipped pieces, by case and line. */
export async function listAskedBack(db: Db | Tx, orderNos: readonly string[]) {
  if (orderNos.length === 0) return [];
  return db
    .select({
      id: afterSale.id,
      orderNo: afterSale.orderNo,
      lineId: afterSaleLine.orderLineId,
      pieces: afterSaleLine.pieces,
    })
    .from(afterSaleLine)
    .innerJoin(afterSale, eq(afterSale.id, afterSaleLine.afterSaleId))
    .where(
      and(
        inArray(afterSale.orderNo, [...orderNos]),
        eq(afterSale.stage, 'unsent'),
        eq(afterSale.kind, 'refund_only'),
        inArray(afterSale.state, [...askingAfterSaleStates]),
      ),
    )
    .orderBy(asc(afterSale.id));
}
export type AskedBack = Awaited<ReturnType<typeof listAskedBack>>[number];
