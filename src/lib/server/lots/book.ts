/**
 * The book of lots (rules 5): pieces in the warehouse, by lot. Writers have locked the items, so stock and lots move
 * together. For an item with lots, its stock and the lot on its card follow from them.
 */
import type { Actor } from '#lib/rules/companies/actors.ts';
import { byExpiry, type LotHold, mayGoOut } from '#lib/rules/orders/lots.ts';
import type { Tx } from '../db/client.ts';
import { listHeld, lockGoods, restockGoods } from '../goods/stock-rows.ts';
import { listHolds } from './hold-rows.ts';
import { type LotMove, writeLots } from './move-rows.ts';
import { type LotRow, listShown, openLots } from './rows.ts';

export interface LotBook {
  goodsIds: readonly number[];
  lots: LotRow[];
  holds: LotHold[];
}

/** Locks items and their lots, and reads which lines hold what. */
export async function openBook(tx: Tx, goodsIds: readonly number[]): Promise<LotBook> {
  const ids = [...new Set(goodsIds)].sort((a, b) => a - b);
  await lockGoods(tx, ids);
  const lots = await openLots(tx, ids);
  const holds = await listHolds(
    tx,
    lots.map(({ id }) => id),
  );
  return { goodsIds: ids, lots, holds };
}

/** All pieces of holds, movements and the like. */
export function sumOf(list: readonly { pieces: number }[]): number {
  return list.reduce((sum, { pieces }) => sum + pieces, 0);
}

export interface By {
  actor: Actor;
  now: Date;
}

/** The lots' rows after moves and new holds of some lines, as the database has them then. */
export async function moveLots(
  tx: Tx,
  change: { lineIds: readonly number[]; holds: readonly LotHold[]; moves: readonly LotMove[] },
  { actor, now }: By,
): Promise<void> {
  await writeLots(tx, change, { actor, at: now });
}

/**
 * Updates the lot that items show (the next one sold), and changes their stock by `change`: pieces that came for sale,
 * or left it. Stock never exceeds the pieces of sellable lots, less what open orders are still to get. Items without
 * lots stay as they are. The book is open, and lines of orders say what was shipped and refunded.
 */
export async function showLots(
  tx: Tx,
  goodsIds: readonly number[],
  now: Date,
  change: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const lots = await openLots(tx, goodsIds);
  const owed = await listHeld(tx, goodsIds);
  const changed = (await listShown(tx, goodsIds)).flatMap((row) => {
    const own = lots.filter(({ goodsId }) => goodsId === row.id);
    const [first] = own;
    if (!first) return [];
    const out = byExpiry(own.filter((lot) => mayGoOut(lot, now.getTime())));
    const { lotNo, producedOn, expiresOn } =
      out.find((lot) => lot.onHand > lot.held) ??
      // Where all is held: a lot with pieces, because an empty one says nothing.
      out.find((lot) => lot.onHand > 0) ??
      out[0] ??
      byExpiry(own).at(-1) ??
      first;
    const free = out.reduce((sum, lot) => sum + lot.onHand, 0) - (owed.get(row.id) ?? 0);
    const stock = Math.max(0, Math.min(row.stock + (change.get(row.id) ?? 0), free));
    const isSame = row.lotNo === lotNo && row.expiresOn === expiresOn && row.producedOn === producedOn;
    return isSame && row.stock === stock ? [] : [{ id: row.id, stock, lotNo, producedOn, expiresOn }];
  });
  if (changed.length > 0) await restockGoods(tx, changed, now);
}
