/** Stock changes by orders. Triggers notify lists and pages when an item sells out or is back. */
import type { Tx } from '../db/client.ts';
import { returnStock, type StockRequest, type Taker, takeStock } from './stock-rows.ts';

/**
 * Takes stock for an order: all of it or none. Answers the items that had enough and are on offer; where these are too
 * few the caller's transaction has to end without a commit.
 */
export async function reserveStock(
  tx: Tx,
  requests: readonly StockRequest[],
  taker: Taker,
): Promise<number[]> {
  return requests.length === 0 ? [] : takeStock(tx, requests, taker);
}

/** Returns stock, of items that the transaction has locked. */
export async function releaseStock(tx: Tx, requests: readonly StockRequest[]): Promise<void> {
  if (requests.length > 0) await returnStock(tx, requests);
}

/** Sums requests for the same item. */
export function sumStock(requests: readonly StockRequest[]): StockRequest[] {
  const sums = new Map<number, number>();
  for (const { goodsId, quantity } of requests) sums.set(goodsId, (sums.get(goodsId) ?? 0) + quantity);
  return [...sums]
    .map(([goodsId, quantity]) => ({ goodsId, quantity }))
    .sort((a, b) => a.goodsId - b.goodsId);
}
