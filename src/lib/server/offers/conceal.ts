/**
 * Removes from loaded offers what this buyer may not see (rules 1), before anything is quoted: so neither a quote nor
 * the offers on the wire can reveal a hidden price, and the browser's prediction equals the server's answer. Hidden
 * items cannot be bought, so no total changes.
 */
import type { Activity, Combination, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import { meter } from '../core/process/meter.ts';
import type { PricedOffers } from './loaded.ts';

/** The same offers, where items that may not show a price cost nothing and name no activity. */
export function concealHidden<T extends PricedOffers>(loaded: T): T {
  const isHidden = (id: number) => loaded.states.get(id)?.showsPrice !== true;
  const { offers } = loaded;
  const goods = offers.goods.map((terms) => (isHidden(terms.id) ? conceal(terms) : terms));
  const hidden = goods.filter((terms) => isHidden(terms.id)).length;
  if (hidden > 0) meter()?.pricesRefused('masked', hidden);
  const named = new Set(goods.flatMap((terms) => terms.activityIds));
  const combinations = offers.combinations.map((set) => concealSet(set, isHidden));
  for (const set of combinations) for (const id of set.activityIds) named.add(id);
  const isAnythingSeen = goods.some((terms) => !isHidden(terms.id));
  return {
    ...loaded,
    offers: {
      ...offers,
      goods,
      combinations,
      activities: offers.activities.flatMap((activity) =>
        isAnythingSeen && reachesSeen(activity, named) ? [concealItems(activity, isHidden)] : [],
      ),
    } satisfies Offers,
  };
}

function conceal(terms: GoodsTerms): GoodsTerms {
  return {
    ...terms,
    price: 0,
    memberPrice: null,
    customerPrice: null,
    marketPrice: null,
    ladder: null,
    promo: null,
    groupBuy: null,
    rebate: null,
    activityIds: [],
  };
}

function concealSet(set: Combination, isHidden: (id: number) => boolean): Combination {
  return set.parts.some((part) => isHidden(part.goodsId)) ? { ...set, price: 0, activityIds: [] } : set;
}

function reachesSeen(activity: Activity, named: ReadonlySet<number>): boolean {
  return named.has(activity.id) || (activity.kind === 'cashback' && activity.isForAll);
}

/** Add-on prices are shown only for items that were loaded for this buyer. */
function concealItems(activity: Activity, isHidden: (id: number) => boolean): Activity {
  if (activity.kind !== 'add_on') return activity;
  return { ...activity, items: activity.items.filter((item) => !isHidden(item.goodsId)) };
}
