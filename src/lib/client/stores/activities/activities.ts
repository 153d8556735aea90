/** Goods of activities as this buyer may have them; public pages carry neither prices nor what is left just now. */
import { map } from 'nanostores';
import type {
  ActivityGoods,
  ActivityInfo,
  Cashbacks,
  CombinationWire,
  GroupBuyWire,
} from '#lib/contract/activities.ts';
import { api } from '#lib/contract/api.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { call } from '../../api.ts';
import { setServerTime } from '../../clock.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { addToCart } from '../cart/cart-queue.ts';
import { goToLogin, react } from '../shell/react.ts';

/** By their row in the activity (`miaosha_goods_id`). */
export const $activityGoods = map<Record<string, ActivityGoods>>({});

/**
 * Loads stock, limits and the server's time of flash sales, and for buyers who may see them their prices. After a
 * failure the page's content stays.
 */
export async function loadSales(ids: readonly number[]): Promise<void> {
  const answers = await Promise.allSettled([...new Set(ids)].map((id) => call(api.flashGoods, { id })));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const latest = found.at(-1);
  if (latest) setServerTime(latest.timestamp);
  $activityGoods.set({
    ...$activityGoods.get(),
    ...Object.fromEntries(
      found.flatMap(({ list }) => list.map((goods) => [goods.miaosha_goods_id, goods] as const)),
    ),
  });
}

/** An activity, and its items in the state for this buyer. Rejects with AppError 404 when it is over. */
export async function loadActivity(id: number): Promise<{ info: ActivityInfo; goods: ActivityGoods[] }> {
  const [info, goods] = await Promise.all([call(api.activityInfo, { id }), call(api.activityGoods, { id })]);
  return { info, goods };
}

/** Current progress of group-buys, by id. */
export const $groupBuys = map<Record<string, GroupBuyWire>>({});

/** Loads their progress: one of them, or all that can be joined. After a failure the page's content stays. */
export async function loadGroupBuys(id?: number): Promise<void> {
  try {
    const { list, timestamp } = await call(api.groupBuys, id === undefined ? {} : { id });
    setServerTime(timestamp);
    $groupBuys.set({ ...$groupBuys.get(), ...Object.fromEntries(list.map((one) => [one.id, one])) });
  } catch {
    // The page's content stays.
  }
}

/** Joins a group-buy and opens its own confirm page; a visitor is sent to the login page. */
export async function joinGroupBuy(id: number, number: number): Promise<void> {
  if (!isProbablyLoggedIn()) return goToLogin();
  try {
    const line = await call(api.joinGroupBuy, { id, number });
    location.assign(path('/cart/step2', undefined, { ids: line.id }));
  } catch (error) {
    react(error);
    await loadGroupBuys(id);
  }
}

/** Sets as this buyer may have them, by their id. */
export const $combinations = map<Record<string, CombinationWire>>({});

/** Loads prices and stock of all sets; without the hint cookie nothing private is requested. */
export async function loadCombinations(): Promise<void> {
  if (!isProbablyLoggedIn()) return;
  try {
    const { list } = await call(api.combinations, {});
    $combinations.set(Object.fromEntries(list.map((one) => [one.id, one])));
  } catch {
    // The page's content stays.
  }
}

/** Puts sets into the cart as one line. Rejects like `addToCart`. */
export function addCombination(id: number, number: number): Promise<void> {
  return addToCart([{ type: lineTypes.combination, activity_id: id, number }]);
}

/** The cashback tiers with this buyer's progress; undefined for a visitor. Rejects with AppError. */
export async function loadCashbacks(): Promise<Cashbacks | undefined> {
  if (!isProbablyLoggedIn()) return undefined;
  return call(api.cashbacks, {});
}
