/**
 * The effect of activities on one item, as a text: the same text means the same terms and offers for buyers of one
 * class.
 */
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { ActivityGoodsRow, ActivityRow, ActivityWithGoods } from '../catalogue/offer-rows.ts';

/** An activity with the item's row in it. */
export interface ActivityState {
  entry: ActivityWithGoods;
  item: ActivityGoodsRow;
}

/**
 * Kinds whose own rows hold all that concerns an item. A gift or an add-on is another item, with a stock of its own.
 */
const ownRows: ReadonlySet<ActivityKind> = new Set([
  'flash',
  'special',
  'group_buy',
  'full_reduction',
  'cashback',
]);

/** Numbers of activity objects: a changed activity is read again, and is another object. */
const numbers = new WeakMap<ActivityRow, number>();
let last = 0;

function numberOf(activity: ActivityRow): number {
  let number = numbers.get(activity);
  if (number === undefined) {
    number = ++last;
    numbers.set(activity, number);
  }
  return number;
}

/**
 * The text of the activities that have an item as their subject, in their order: ids, sold pieces, and whether they
 * run. Empty where there is none, null where further rows count too.
 */
export function activitiesKey(activities: readonly ActivityState[], now: EpochMs): string | null {
  let key = '';
  for (const { entry, item } of activities) {
    const { activity } = entry;
    if (!ownRows.has(activity.kind)) return null;
    const phase =
      now < activity.startsAt.getTime() ? 'ahead' : now < activity.endsAt.getTime() ? 'on' : 'over';
    key += `|${numberOf(activity)} ${item.id} ${item.sold} ${phase}`;
  }
  return key;
}
