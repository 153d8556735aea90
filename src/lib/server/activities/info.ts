/** Public texts of an activity. */
import { type ActivityInfo, activityInfo } from '#lib/contract/activities.ts';
import { AppError } from '#lib/contract/errors.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { activityWords } from '#lib/rules/promotions/activity-kinds.ts';
import { isOpenTo } from '#lib/rules/promotions/newcomers.ts';
import type { ActivityWithGoods } from '../catalogue/offer-rows.ts';
import type { Context } from '../core/context.ts';
import { seesAmounts } from '../coupons/wire.ts';
import { findActivity } from '../offers/activity-rows.ts';
import { spanOf } from './span.ts';

/**
 * `GET /api/activity/info`: name, remarks and time of an activity; texts that may show amounts are for companies that
 * see prices. Throws like {@link getOpenActivity}.
 */
export async function getActivityInfo(
  context: Context<'all'>,
  { id }: { id: number },
): Promise<ActivityInfo> {
  const { activity } = await getOpenActivity(context, id);
  const now = context.now.getTime();
  const info: ActivityInfo = {
    id,
    kind: activity.kind,
    label: activityWords[activity.kind],
    name: activity.name,
    remarks: activity.remarks,
    ...spanOf(activity, now),
    timestamp: now,
  };
  return seesAmounts(context.actor.account) ? info : hidePrices(activityInfo, info);
}

/**
 * An activity that this caller may see. Throws 404 for an unknown or closed one, 403 for a newcomers' one when the
 * company is not new any more.
 */
export async function getOpenActivity(
  { db, actor: { account } }: Context<'all'>,
  id: number,
): Promise<ActivityWithGoods> {
  const entry = await findActivity(db, id);
  if (entry === null) throw new AppError(404, '活动不存在或已结束');
  if (account !== null && !isOpenTo(entry.activity, account.isNewcomer))
    throw new AppError(403, '新人专享仅限尚无付款订单的企业，您的企业已有付款订单，请看看其他活动');
  return entry;
}
