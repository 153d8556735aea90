import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { type By, type LotBook, openBook } from '../lots/book.ts';
import { takeReturned } from '../lots/returned.ts';
import { giftRef, listPiecesOut } from '../lots/returned-rows.ts';
import { listCaseLines } from '../orders/after-sale-line-rows.ts';
import type { HeldCase } from './case.ts';
import type { PaidBack } from './pay.ts';

/** Moves returned items of a case to the returned pieces of their lots; answers the book of the trade's items. */
export async function keepApart(tx: Tx, { found: { row }, lines }: HeldCase, by: By): Promise<LotBook> {
  const goodsOf = new Map(lines.map((line) => [line.id, line.goodsId]));
  // Locks items and lots of the whole trade before anything that a refund locks after them.
  const book = await openBook(tx, [...goodsOf.values()]);
  const returned = (await listCaseLines(tx, [row.id])).map(({ orderLineId, lotNo, pieces }) => ({
    goodsId: must(goodsOf.get(orderLineId), `line ${orderLineId} of case ${row.id}`),
    lotNo,
    pieces,
  }));
  await takeReturned(tx, returned, { ref: `aftersale:${row.id}`, ...by });
  return book;
}

/**
 * Moves gifts that came back with a case's items to the returned pieces too, under the lots of their shipment; gifts in
 * the case itself are moved already. Call it after `keepApart`, which has opened their items.
 */
export async function keepGiftsApart(
  tx: Tx,
  { found: { row } }: HeldCase,
  gifts: PaidBack['gifts'],
  by: By,
): Promise<void> {
  const out = await listPiecesOut(tx, { lineIds: gifts.map(({ id }) => id), caseId: row.id });
  for (const { id, pieces } of gifts) {
    let left = pieces;
    const returned = out.flatMap(({ lineId, goodsId, lotNo, pieces: there }) => {
      const taken = lineId === id ? Math.min(left, there) : 0;
      left -= taken;
      return taken > 0 ? [{ goodsId, lotNo, pieces: taken }] : [];
    });
    await takeReturned(tx, returned, { ref: giftRef(row.id, id), ...by });
  }
}
