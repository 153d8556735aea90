/** Stock changes by orders. Triggers notify lists and pages when an item sells out or is back. */
import type { Tx } from '../db/client.ts';
import { returnStock, type StockWish, type Taker, takeStock } from './stock-rows.ts';

/**
 * Takes stock for an order: all of it or none. Answers the items that had enough and are on offer; where these are too
 * few the caller's transaction has to end without a commit.
 */
export async function reserveStock(tx: Tx, wishes: readonly StockWish[], taker: Taker): Promise<number[]> {
  return wishes.length === 0 ? [] : takeStock(tx, wishes, taker);
}

/** Returns stock, of items that the transaction has locked. */
export async function releaseStock(tx: Tx, wishes: readonly StockWish[]): Promise<void> {
  if (wishes.length > 0) await returnStock(tx, wishes);
}

/** Sums requests for the same item. */
export function sumStock(wishes: readonly StockWish[]): StockWish[] {
  const sums = new Map<number, number>();
  for (const { goodsId, quantity } of wishes) sums.set(goodsId, (sums.get(goodsId) ?? 0) + quantity);
  return [...sums]
    .map(([goodsId, quantity]) => ({ goodsId, quantity }))
    .sort((a, b) => a.goodsId - b.goodsId);
}
