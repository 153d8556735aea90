/** Things that were won: orders without points, whose company names an address within 30 days (rules 6). */

import { firstPointsState } from '#lib/rules/points/points-orders.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { newPointsNo } from '../orders/numbers.ts';
import { findGoods } from './goods-rows.ts';
import { findOrderOfDraw, insertOrder } from './order-rows.ts';

export interface Prize {
  companyId: number;
  /** Who drew it; it belongs to the company. */
  userId: string;
  /** A thing of the mall. Its stock stays: the wheel counts its own. */
  goodsId: number;
  /** As the wheel has promised it. */
  name: string;
  drawId: number;
  at: Date;
  /** Until when the address may be named: `addressUntilOf` of the rules. */
  addressUntil: Date;
}

/** Opens the order of a prize; answers its number. A draw has one order: a repeat answers the same. */
export async function openPrizeOrder(
  tx: Tx,
  { companyId, userId, goodsId, name, drawId, at, addressUntil }: Prize,
): Promise<string> {
  const goods = must(await findGoods(tx, goodsId, companyId), `goods ${goodsId} of the mall`);
  const made = await insertOrder(tx, {
    no: newPointsNo(at),
    companyId,
    userId,
    goodsId,
    kind: goods.kind,
    name,
    quantity: 1,
    points: 0,
    money: 0,
    status: firstPointsState({ kind: goods.kind, isPrize: true }),
    drawId,
    addressUntil,
    createdAt: at,
  });
  return made?.no ?? must(await findOrderOfDraw(tx, drawId), `the order of draw ${drawId}`);
}
