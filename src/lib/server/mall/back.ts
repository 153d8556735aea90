/** Cancelling an order of the mall: points to their lots, money to the balance, pieces to the stock, each once. */
import { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../db/client.ts';
import { giveBackPoints } from '../points/points.ts';
import { postEntry } from '../ports/payments/wallet-rows.ts';
import { putPiecesBack } from './goods-rows.ts';
import { moveOrder, type OrderRow } from './order-rows.ts';

/** `putsBack`: the pieces were not sent. The order is locked. */
export async function giveBack(
  tx: Tx,
  order: OrderRow,
  { reason, putsBack, now }: { reason: string; putsBack: boolean; now: Date },
): Promise<void> {
  const { no, companyId, points, money } = order;
  await moveOrder(tx, order, 'cancelled', { cancelledAt: now, cancelReason: reason });
  const cause = { companyId, ref: no, note: `${order.name}：${reason}` };
  if (points > 0 && !(await giveBackPoints(tx, cause))) throw new AppError(409, '积分已退回，请刷新后再试');
  if (money > 0) await postEntry(tx, { ...cause, useType: 'mall', amount: money, ref: `${no}:back` });
  if (putsBack && order.drawId === null) await putPiecesBack(tx, order.goodsId, order.quantity);
}
