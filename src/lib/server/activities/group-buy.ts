/** Group-buys: buyers reach a goal together, or their money comes back (rules 6). */

import type { ActivityFilter, ActivityGoods, GroupBuys, GroupBuyWire } from '#lib/contract/activities.ts';
import type { ActivityWithGoods } from '../catalogue/offer-rows.ts';
import type { Context } from '../core/context.ts';
import { findActivity, isOfKind, listGroupBuysOf, listOfKind } from '../offers/activity-rows.ts';
import { activityGoodsOf, percent } from './goods.ts';
import { spanOf } from './span.ts';

/** `GET /api/group-buy`: those that can be joined and future ones; with an id that one, also when it is over. */
export async function listGroupBuys(context: Context<'all'>, { id }: ActivityFilter): Promise<GroupBuys> {
  const { db, now } = context;
  const entries =
    id === undefined
      ? await listOfKind(db, 'group_buy', { endsAfter: now })
      : [await findActivity(db, id)].filter((entry) => entry !== null && isOfKind(entry, 'group_buy'));
  return {
    list: await groupBuysOf(context, entries),
    timestamp: now.getTime(),
  };
}

/** The group-buy of an item: the running one, else the next, else the last; null when it has none. */
export async function findGroupBuyOf(context: Context<'all'>, goodsId: number): Promise<GroupBuyWire | null> {
  const entries = await listGroupBuysOf(context.db, goodsId);
  const list = await groupBuysOf(context, entries);
  const own = list.filter((one) => one.goods.id === goodsId);
  return (
    own.find((one) => one.phase === 'running') ??
    own.findLast((one) => one.phase === 'upcoming') ??
    own[0] ??
    null
  );
}

/** The one item of a group-buy. */
export function subjectOf({ goods }: Pick<ActivityWithGoods, 'goods'>) {
  return goods.find((row) => row.role === 'subject') ?? null;
}

async function groupBuysOf(
  context: Context<'all'>,
  entries: readonly ActivityWithGoods<'group_buy'>[],
): Promise<GroupBuyWire[]> {
  const goods = new Map((await activityGoodsOf(context, entries)).map((one) => [one.activity_id, one]));
  return entries.flatMap((entry) => {
    const own = goods.get(entry.activity.id);
    return own ? [wireOf(entry, own, context.now.getTime())] : [];
  });
}

function wireOf(
  { activity }: ActivityWithGoods<'group_buy'>,
  goods: ActivityGoods,
  now: number,
): GroupBuyWire {
  const goal = activity.config.goal;
  const joined = goods.activity_sold;
  const isReached = joined >= goal;
  const span = spanOf(activity, now);
  return {
    id: activity.id,
    name: activity.name,
    remarks: activity.remarks,
    goods,
    goal,
    joined,
    joined_percent: percent(joined, goal),
    left_number: goods.activity_number ?? 0,
    xg_number: activity.config.minQuantity,
    is_reached: isReached ? 1 : 0,
    state_text: stateText(activity, span.phase, isReached),
    ...span,
  };
}

function stateText(
  { settledAt, config }: ActivityWithGoods<'group_buy'>['activity'],
  phase: GroupBuyWire['phase'],
  isReached: boolean,
): string {
  if (phase === 'upcoming') return '即将开始';
  if (phase === 'running') return isReached ? '已成团，可继续参团' : '拼团中';
  if (settledAt === null) return '已截止，结算中';
  return config.outcome === 'reached' ? '已成团' : '未成团，已退款';
}
