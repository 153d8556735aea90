/** The items of activities, as the caller may see them. */
import type { ActivityGoods } from '#lib/contract/activities.ts';
import { defaultMinQuantity } from '#lib/contract/constants.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { activityScope } from '#lib/rules/promotions/quota.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { ActivityGoodsRow, ActivityWithGoods } from '../catalogue/offer-rows.ts';
import { listQuotaUse } from '../catalogue/quota-use-rows.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { getOpenActivity } from './info.ts';

/** Limit of items of one activity in a list. */
const maxGoods = 200;

/**
 * `GET /api/goods/activities`: the subjects of an activity, those on the shelf, in their order. Throws 404 for an
 * unknown activity, 403 for a newcomers' one when the company is not new any more.
 */
export async function listActivityGoods(
  context: Context<'all'>,
  { id }: { id: number },
): Promise<ActivityGoods[]> {
  const entry = await getOpenActivity(context, id);
  return activityGoodsOf(context, [entry]);
}

/** The subjects (of a set: its parts) of activities, with what is left of them and this company's use. */
export async function activityGoodsOf(
  context: Context<'all'>,
  entries: readonly ActivityWithGoods[],
): Promise<ActivityGoods[]> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const today = shanghaiDay(now.getTime());
  const rows = entries
    .flatMap((entry) => entry.goods.filter(isShown).slice(0, maxGoods))
    .filter((row) => catalogue.goods.isOffered(catalogue.goods.places.get(row.goodsId) ?? -1, today));
  const ids = [...new Set(rows.map((row) => row.goodsId))];
  const scopes = rows.map((row) => activityScope(row.activityId, row.goodsId));
  const [items, used] = await Promise.all([
    goodsItems(db, account, catalogue, ids, now.getTime()),
    account ? listQuotaUse(db, account.companyId, scopes) : new Map<string, number>(),
  ]);
  const byId = new Map(items.map((item) => [item.id, item]));
  return rows.flatMap((row) => {
    const item = byId.get(row.goodsId);
    return item ? [wireOf(item, row, used.get(activityScope(row.activityId, row.goodsId)) ?? 0)] : [];
  });
}

function isShown(row: ActivityGoodsRow): boolean {
  return row.role === 'subject' || row.role === 'part';
}

function wireOf(item: GoodsItem, row: ActivityGoodsRow, used: number): ActivityGoods {
  // The shared mask has decided about the item: where it hides the price, the activity's is hidden too.
  const isOpen = item.price !== undefined;
  return {
    ...item,
    qg_number: item.qg_number || defaultMinQuantity,
    activity_id: row.activityId,
    miaosha_goods_id: row.id,
    ...(isOpen && row.price !== null && { activity_price: formatYuan(row.price) }),
    activity_limit: row.companyLimit,
    activity_used: used,
    activity_number: row.stock === null ? null : row.stock - row.sold,
    activity_sold: row.sold,
    sold_percent: percent(row.sold, row.stock ?? 0),
  };
}

/** Whole percent, 0 to 100; any start shows at least 1, and 100 means all of it. */
export function percent(part: number, of: number): number {
  if (of <= 0 || part <= 0) return 0;
  return Math.min(part >= of ? 100 : 99, Math.max(1, Math.floor((part * 100) / of)));
}
