/** Cases about damaged things: a company reports one, the platform decides (rules 6). */
import { AppError } from '#lib/contract/errors.ts';
import type { PointsCaseValues, PointsOrderDetail } from '#lib/contract/points-orders.ts';
import type { Context } from '../core/context.ts';
import { holdPictures } from '../files/upload.ts';
import { publishOrder } from '../orders/place.ts';
import { findCaseOfForm, findOpenCase, insertCase } from './case-rows.ts';
import { lockOrder } from './order-rows.ts';
import { getPointsOrder } from './orders.ts';
import { actionsOf, factsOf } from './wire.ts';

/**
 * `POST /api/points/order/{no}/aftersale`: opens a case, once a form. Throws 404 for another company's order, 409 where
 * nothing may be asked for, 422 for pictures that are gone.
 */
export async function askPointsCase(
  context: Context<'buyer'>,
  { no, reason, pictures, token }: PointsCaseValues,
): Promise<PointsOrderDetail> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { companyId, userId } = account;
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, no, companyId);
    if (order === null) throw new AppError(404, '积分订单不存在');
    if ((await findCaseOfForm(tx, companyId, token)) !== null) return;
    const hasOpenCase = (await findOpenCase(tx, no)) !== null;
    if (hasOpenCase) throw new AppError(409, '售后正在处理，请等待平台答复');
    if (!actionsOf(factsOf(order, false), account.role, now).includes('aftersale'))
      throw new AppError(409, '订单现在不能申请售后，收货后7天内可以申请');
    const files = await holdPictures(tx, { companyId }, pictures);
    await insertCase(tx, { orderNo: no, companyId, userId, reason, token }, files);
  });
  publishOrder(db, account);
  return getPointsOrder(context, { no });
}
