/**
 * Quantities of paid orders reserve lots (rules 3): the earliest to expire first, the order that was placed first before
 * the others. What is sold is guarded by the stock of the goods when it is ordered; which lot it will be follows here, out
 * of the way of payments.
 */
import { jobActor } from '#lib/rules/companies/actors.ts';
import { planHolds } from '#lib/rules/orders/lots.ts';
import type { Db, Tx } from '../../db/client.ts';
import { eachRow, type RowsDone } from '../../jobs/rows.ts';
import { listUnreserved, listUnreservedGoods } from '../../repos/lot-holds.ts';
import { type By, moveLots, openBook, showLots } from './book.ts';

/**
 * Lines of paid orders that hold less than they are still to get take free pieces of their goods' lots; answers how many
 * lines there were. A line holds less where no lot that may go out has more. Call `showLots` after it.
 */
export async function reserveLots(tx: Tx, goodsIds: readonly number[], { actor, now }: By): Promise<number> {
  const { lots, holds } = await openBook(tx, goodsIds);
  // Read with the goods held: whoever sends or refunds pieces of a line holds them too.
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

/** Reserves lots for what was paid since it last looked, goods by goods. */
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
