/** Scopes of limits to query: most items and activities have none, and then nothing is counted. */
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { ActivityWithGoods, GoodsRow, PublicRow } from '../catalogue/offer-rows.ts';

type Limits = Pick<GoodsRow, 'limitQuantity' | 'dayLimit' | 'weekLimit'>;
const anyLimit: Limits = { limitQuantity: 1, dayLimit: 1, weekLimit: 1 };

/** The scopes of the existing limits; for items whose rows are not known (null) all possible ones. */
export function limitScopes(
  goodsIds: readonly number[],
  rows: ReadonlyMap<number, PublicRow> | null,
  activities: readonly ActivityWithGoods[],
  now: EpochMs,
): string[] {
  const scopes: string[] = [];
  for (const id of goodsIds) {
    const limits: Limits | undefined = rows === null ? anyLimit : rows.get(id)?.goods;
    if (limits === undefined) continue;
    if (limits.limitQuantity > 0) scopes.push(limitScope(id));
    if (limits.dayLimit > 0) scopes.push(dayScope(id, now));
    if (limits.weekLimit > 0) scopes.push(weekScope(id, now));
  }
  for (const { activity, goods } of activities) {
    if (activity.kind === 'combination') scopes.push(activityScope(activity.id, 0));
    for (const { companyLimit, goodsId } of goods)
      if (companyLimit > 0) scopes.push(activityScope(activity.id, goodsId));
  }
  return scopes;
}
