/** A count of the warehouse, by a file or a person. */
import type { Tx } from '../db/client.ts';
import { type By, moveLots, openBook, showLots } from './book.ts';
import { listPromised } from './hold-rows.ts';
import { ensureLot, hasLots } from './rows.ts';

export interface Counted {
  id: number;
  /** Pieces for sale. */
  stock: number;
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
}

/**
 * Updates the book of items whose stock was counted as one lot: that lot gets the pieces for sale and those that orders
 * took, other lots only the pieces that lines hold. Items without recorded lots stay so: their own row is enough. The
 * items are locked.
 */
export async function recountLots(tx: Tx, counted: readonly Counted[], { actor, now }: By): Promise<void> {
  const ids = counted.map(({ id }) => id);
  if (!(await hasLots(tx, ids))) return;
  for (const { id, stock, lotNo, producedOn, expiresOn } of counted) {
    if (!(await hasLots(tx, [id]))) continue;
    const named =
      lotNo !== '' && producedOn !== null && expiresOn !== null
        ? await ensureLot(tx, { goodsId: id, lotNo, producedOn, expiresOn })
        : null;
    const { lots } = await openBook(tx, [id]);
    const promised = (await listPromised(tx, [id])).get(id) ?? 0;
    const moves = lots.flatMap((lot) => {
      // A file counts what is for sale, so it says nothing of a locked lot.
      const rest = lot.isLocked ? lot.onHand : lot.held;
      const should = lot.id === named?.id ? stock + promised + lot.held : rest;
      const pieces = should - lot.onHand;
      return pieces === 0
        ? []
        : [{ lotId: lot.id, kind: 'counted' as const, pieces, ref: `count:${now.toISOString()}` }];
    });
    await moveLots(tx, { lineIds: [], holds: [], moves }, { actor, now });
    if (named) await showLots(tx, [id], now);
  }
}
