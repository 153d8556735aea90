/** Stock as orders move it; tells lists and pages when a goods sells out or is back. */
import { roundUpTo } from '#lib/rules/quantity.ts';
import type { Tx } from '../db/client.ts';
import {
  announceGoods,
  type MovedStock,
  returnStock,
  type StockWish,
  type Taker,
  takeStock,
} from '../repos/stock.ts';

/**
 * Takes stock for an order: all of it or none. Answers the goods that had too little or are not offered; then the caller's transaction
 * has to end without a commit.
 */
export async function claimStock(tx: Tx, wishes: readonly StockWish[], taker: Taker): Promise<number[]> {
  if (wishes.length === 0) return [];
  const moved = await takeStock(tx, wishes, taker);
  if (moved.length < wishes.length) {
    const done = new Set(moved.map((row) => row.id));
    return wishes.filter((wish) => !done.has(wish.goodsId)).map((wish) => wish.goodsId);
  }
  await announceCrossings(tx, moved, wishes, -1);
  return [];
}

/** Gives stock back. */
export async function releaseStock(tx: Tx, wishes: readonly StockWish[]): Promise<void> {
  if (wishes.length === 0) return;
  await announceCrossings(tx, await returnStock(tx, wishes), wishes, 1);
}

/** Sums wishes of the same goods. */
export function sumStock(wishes: readonly StockWish[]): StockWish[] {
  const sums = new Map<number, number>();
  for (const { goodsId, quantity } of wishes) sums.set(goodsId, (sums.get(goodsId) ?? 0) + quantity);
  return [...sums]
    .map(([goodsId, quantity]) => ({ goodsId, quantity }))
    .sort((a, b) => a.goodsId - b.goodsId);
}

async function announceCrossings(
  tx: Tx,
  moved: readonly MovedStock[],
  wishes: readonly StockWish[],
  sign: 1 | -1,
): Promise<void> {
  const changes = new Map(wishes.map((wish) => [wish.goodsId, sign * wish.quantity]));
  const crossed = moved.filter((row) => {
    const least = roundUpTo(Math.max(1, row.min_quantity), row.pack_step);
    const before = row.stock - (changes.get(row.id) ?? 0);
    return before >= least !== row.stock >= least;
  });
  if (crossed.length > 0)
    await announceGoods(
      tx,
      crossed.map((row) => row.id),
    );
}
