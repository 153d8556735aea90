/**
 * Paid orders reserve lots (rules 3): the earliest to expire first, the earliest order first. The item's stock guards
 * the sale at order time; this job assigns the lot afterwards, outside of payments.
 */
import { jobActor } from '#lib/rules/companies/actors.ts';
import { planHolds } from '#lib/rules/orders/lots.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { type By, moveLots, openBook, showLots } from './book.ts';
import { listUnreserved, listUnreservedGoods } from './hold-rows.ts';

/**
 * Lines of paid orders that hold less than they need take free pieces of their items' lots; answers how many lines
 * there were. A line holds less where no sellable lot has more. Call `showLots` after it.
 */
export async function reserveLots(tx: Tx, goodsIds: readonly number[], { actor, now }: By): Promise<number> {
  const { lots, holds } = await openBook(tx, goodsIds);
  // Read with the items locked: shipping and refunding lock them too.
  const needs = await listUnreserved(tx, goodsIds);
  if (needs.length === 0) return 0;
  await moveLots(
    tx,
    {
      lineIds: needs.map(({ lineId }) => lineId),
      holds: planHolds(lots, holds, needs, now.getTime()),
      moves: [],
    },
    { actor, now },
  );
  return needs.length;
}

/** Reserves lots for orders paid since the last run, item by item. */
export async function reservePaid(db: Db, now: Date): Promise<RowsDone> {
  const actor = jobActor('reservePaid');
  return eachRow(db, {
    job: 'reservePaid',
    now,
    list: () => listUnreservedGoods(db, now, 200),
    work: (goodsId) =>
      db.transaction(async (tx) => {
        const lines = await reserveLots(tx, [goodsId], { actor, now });
        await showLots(tx, [goodsId], now);
        return lines;
      }),
  });
}
