/** Claimed pieces of after-sale cases. */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { AfterSaleKind, AfterSaleState } from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, afterSaleLine } from '../db/schema.ts';

export interface CaseLine {
  orderLineId: number;
  lotNo: string;
  pieces: number;
}

export async function listCaseLines(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(afterSaleLine)
    .where(inArray(afterSaleLine.afterSaleId, [...ids]))
    .orderBy(asc(afterSaleLine.orderLineId), asc(afterSaleLine.lotNo));
}

/** Pieces of orders in cases that hold them: open ones, and of lots those that were refunded. */
export async function listClaimed(db: Db | Tx, orderNo: string) {
  return db
    .select({
      orderLineId: afterSaleLine.orderLineId,
      lotNo: afterSaleLine.lotNo,
      pieces: afterSaleLine.pieces,
      kind: sql<AfterSaleKind>`${afterSale.kind}`,
      state: sql<AfterSaleState>`${afterSale.state}`,
    })
    .from(afterSaleLine)
    .innerJoin(afterSale, eq(afterSale.id, afterSaleLine.afterSaleId))
    .where(eq(afterSale.orderNo, orderNo));
}
