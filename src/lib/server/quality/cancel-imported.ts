/** Takes rows of a table of lots back, one or many, each by 撤销入库 (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import type { Context } from '../core/context.ts';
import { findImported } from '../lots/import-rows.ts';
import { cancelUnusedPutIn } from './lot-acts.ts';

/**
 * `POST /api/desk/lot-rows/{id}/cancel`. A repeat changes nothing. Throws 404 for a row of another merchant, 409 for one
 * that did not come in, and as `cancelUnusedPutIn`.
 */
export async function cancelImported(
  context: Context<'merchant'>,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const found = await findImported(context.db, { id, merchantId: context.actor.merchantId });
  if (found === null) throw new AppError(404, '没有这一行');
  const { moveId, lotNo, goodsId } = found;
  if (moveId === null || lotNo === null) throw new AppError(409, '这一行没有入库，不需要撤销');
  await cancelUnusedPutIn(context, { goodsId, lotNo, moveId, reason });
}
