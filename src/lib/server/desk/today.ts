/** Waiting work of a desk today, with its counts. */

import { findDeskRoute, type RoutePath } from '#lib/contract/routes.ts';
import { kindsToDecide, moneyKindsToDecide } from '#lib/rules/companies/countersign.ts';
import { shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { alarmTries } from '#lib/rules/site/job-words.ts';
import type { WaitKind } from '#lib/rules/site/today.ts';
import { must } from '#lib/rules/terms/must.ts';
import { personOf } from '../acts/propose.ts';
import { actorMay, type Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { todayItems } from './today-items.ts';
import { countToday } from './today-rows.ts';

export interface TodayItem {
  title: string;
  /** A sentence about what is counted. */
  note: string;
  count: number;
  /** Time of the first of them: since when it waits, or its deadline. */
  since: Date | null;
  wait: WaitKind;
  /** The page to work on it. */
  href: RoutePath;
  /** Query string of that page, which shows what is counted; empty for its default list. */
  search: string;
}

/** Waiting work now, of the pages that the reader may open. A merchant's people see their merchant's. */
export async function listToday({ db, actor, now }: Context<'staff'>): Promise<TodayItem[]> {
  const late = new Date(now.getTime() - shipWithin);
  const decides = kindsToDecide(personOf({ actor }));
  const moneyKinds = moneyKindsToDecide(personOf({ actor }));
  const bounds = { within: actor.merchantId, decides, moneyKinds, late, now, tries: alarmTries };
  const isMerchant = actor.kind === 'merchant';
  const shown = todayItems.filter(({ isForMerchants, isNotForPlatform = false, page }) => {
    const may = findDeskRoute(page)?.may;
    return (isMerchant ? isForMerchants : !isNotForPlatform) && may !== undefined && actorMay(actor, may);
  });
  const keys = shown.map(({ key }) => key);
  const counted = await readElsewhere(db, (from) => countToday(from, bounds, keys));
  return shown.map(({ key, title, note, page, search = '', wait = 'age', waitForMerchants = wait }) => ({
    title,
    note,
    ...must(counted.get(key), `the count of ${key}`),
    wait: isMerchant ? waitForMerchants : wait,
    href: page,
    search,
  }));
}
