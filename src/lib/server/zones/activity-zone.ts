import { type ZoneFacts, zonePromotions, zonePromotionWords } from '#lib/contract/zones.ts';
import { isOpenTo } from '#lib/rules/promotions/newcomers.ts';
import type { Context } from '../core/context.ts';
import { findRunningActivity } from './rows.ts';

/**
 * The zone of one running activity, for an address with its number. Its own name may show amounts, which are prices, so
 * kind and merchant name it. Null when no such activity runs.
 */
export async function findActivityZone(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string,
): Promise<ZoneFacts | null> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null;
  const activity = await findRunningActivity(db, Number(id), now);
  const word = zonePromotionWords.find((name) => zonePromotions[name] === activity?.kind);
  if (activity === null || word === undefined) return null;
  // Newcomers have a zone of their own, which says whom it is for.
  if (!isOpenTo(activity, false)) return null;
  const title = `${activity.merchant ?? '平台'}${word}专场`;
  return {
    title,
    summary: `${title}：活动进行中的全部品种，登录并通过资质认证后查看活动价。`,
    tone: 'rose',
    icon: 'ticket-percent',
    sort: 'sale',
    goods: { activityId: activity.id },
    parts: [],
  };
}
