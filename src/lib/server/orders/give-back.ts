/** Unpaid orders whose pieces are missing after a count or a write-off (rules 3). */
import { findLacking } from '#lib/rules/orders/lot-acts.ts';
import { mayGoOut } from '#lib/rules/orders/lots.ts';
import type { Context } from '../core/context.ts';
import { listOpenLines } from '../lots/hold-rows.ts';
import { readLots } from '../lots/rows.ts';
import { callOffBlocked } from './cancel.ts';
import { listOrdersOfTrades } from './rows.ts';
import { lockTrades } from './trade-rows.ts';

/**
 * Cancels unpaid orders of an item with too few pieces, the last placed first, each trade separately, and notifies
 * their buyers; answers how many orders. Remaining ones are found when they are paid.
 */
export async function giveBackLacking(
  { db, now, requestId }: Pick<Context<'staff'>, 'db' | 'now' | 'requestId'>,
  goodsId: number,
): Promise<number> {
  const lots = await readLots(db, [goodsId]);
  const there = lots
    .filter((lot) => mayGoOut(lot, now.getTime()))
    .reduce((sum, { onHand }) => sum + onHand, 0);
  const lacking = findLacking(await listOpenLines(db, [goodsId]), there).filter(({ isPaid }) => !isPaid);
  let count = 0;
  for (const tradeNo of new Set(lacking.map((line) => line.tradeNo)))
    count += await db.transaction(async (tx) => {
      await lockTrades(tx, [tradeNo]);
      const all = await listOrdersOfTrades(tx, [tradeNo]);
      return (await callOffBlocked(tx, all, all, { now, requestId }))?.nos.size ?? 0;
    });
  return count;
}
