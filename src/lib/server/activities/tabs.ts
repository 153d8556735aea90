/** A tab for each kind of running activity, with the page that shows it. */

import type { ActivityTab, ActivityTabs } from '#lib/contract/activities.ts';
import { path } from '#lib/contract/routes.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { countKinds } from '../offers/activity-rows.ts';

type Tab = Omit<ActivityTab, 'kind' | 'count'>;

/** By the kind of an activity, in their order. Names show no amounts: those are prices. */
const tabs = {
  flash: { name: '秒杀', remarks: '整点开抢，限量限购', url: path('/miaosha') },
  group_buy: { name: '拼团', remarks: '凑量成团，未成团退款', url: path('/ptzq') },
  combination: { name: '组合购', remarks: '成套更省', url: path('/zhzq') },
  cashback: { name: '满额返现', remarks: '满额返到余额', url: path('/hb') },
  special: { name: '94折', remarks: '热销品种直接打折', url: path('/welfare') },
  full_reduction: { name: '满减', remarks: '凑够自动减', url: path('/hdzq/[id]', { id: 'manjian' }) },
  gift: { name: '满赠', remarks: '买够送赠品', url: path('/hdzq/[id]', { id: 'zengpin' }) },
} satisfies Partial<Record<ActivityKind, Tab>>;

/** `GET /api/activity/tap`: kinds without a running activity are left out. */
export async function listActivityTabs({ db, now }: Pick<Context, 'db' | 'now'>): Promise<ActivityTabs> {
  const counts = await countKinds(db, now);
  const list = keysOf(tabs).flatMap((kind) => {
    const count = counts.get(kind) ?? 0;
    return count > 0 ? [{ kind, ...tabs[kind], count }] : [];
  });
  return { list, timestamp: now.getTime() };
}
