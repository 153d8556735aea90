/** The regular purchases of a demo company: which items, how often, how many. Pure. */

import { warehouses } from '#lib/rules/terms/shelf-life.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import type { DrawnGoods } from '../seed/traits.ts';

/** Days that the demo's companies have been buying. */
export const lifeDays = 90;

/** A company with a history, and how much it buys. */
export type Life = {
  login: 'demo' | 'clinic' | 'demo-fendian';
  /** The people who place its orders, in turn. */
  buyers: readonly string[];
  /** Number of its regular items by merchant. */
  shelf: Readonly<Record<number, number>>;
  /** Least and most fen of a line. */
  line: readonly [least: number, most: number];
};

/** A regular purchase of an item. */
export type Habit = {
  goodsId: number;
  merchantId: number;
  /** Days from one purchase to the next. */
  every: number;
  /** Days from the first day to its first purchase. */
  phase: number;
  usual: number;
  packStep: number;
  /** The last purchase was left out: it is overdue since. */
  isForgotten: boolean;
};

const rhythms = [7, 14, 7, 14, 30] as const;
const leastPacks = 12;

/** The habits of a company, from items without restrictions. The same on every machine. */
export function habitsOf(
  life: Life,
  goods: readonly DrawnGoods[],
  promoted: ReadonlySet<number>,
  now: Date,
): Habit[] {
  const seen = new Set<number>();
  const plain = goods.filter((one) => isPlain(one, now) && !promoted.has(one.id)).toSorted(bySales);
  return Object.entries(life.shelf).flatMap(([merchant, count]) => {
    const own = plain.filter((one) => one.merchantId === Number(merchant) && !seen.has(one.productId));
    const picked = [...new Map(own.map((one) => [one.productId, one])).values()].slice(0, count);
    for (const one of picked) seen.add(one.productId);
    return picked.map((one, at) => habitOf(life, one, at));
  });
}

function habitOf(life: Life, goods: DrawnGoods, at: number): Habit {
  const random = makeRandom(`${life.login}/${goods.id}/habit`);
  const every = rhythms[(at + goods.merchantId) % rhythms.length] ?? 7;
  const packs = random.int(...life.line) / goods.memberPrice / goods.packStep;
  const most = Math.floor(goods.stock / goods.packStep / 4);
  return {
    goodsId: goods.id,
    merchantId: goods.merchantId,
    every,
    // Items of a merchant are bought together; monthly ones on one day, the day before the demo begins.
    phase: every === 30 ? (lifeDays - 1) % every : goods.merchantId % every,
    usual: Math.max(goods.minQuantity ?? 1, Math.min(Math.ceil(packs), most) * goods.packStep),
    packStep: goods.packStep,
    isForgotten: random.chance(0.2),
  };
}

/** Items sold to everyone at their price: without limits, promises or documents. */
function isPlain(one: DrawnGoods, now: Date): boolean {
  return (
    one.warehouseId === warehouses.main &&
    one.isOnShelf === true &&
    one.isColdChain === false &&
    one.isControlled === false &&
    one.buyerTypes === null &&
    !one.limitQuantity &&
    !one.dayLimit &&
    !one.weekLimit &&
    !one.rebate &&
    one.stock >= one.packStep * leastPacks &&
    isOld(one, now)
  );
}

/** New items of the month cannot have been bought for three. */
function isOld({ createdAt }: DrawnGoods, now: Date): boolean {
  return createdAt instanceof Date && now.getTime() - createdAt.getTime() > lifeDays * 86_400_000;
}

function bySales(a: DrawnGoods, b: DrawnGoods): number {
  return (b.sales ?? 0) - (a.sales ?? 0) || a.id - b.id;
}

/** Pieces of a purchase: the usual number, sometimes a pack more or less. */
export function piecesOf(habit: Habit, day: number): number {
  const random = makeRandom(`${habit.goodsId}/${day}/pieces`);
  if (random.chance(0.75)) return habit.usual;
  const change = random.chance(0.5) || habit.usual <= habit.packStep * 2 ? habit.packStep : -habit.packStep;
  return habit.usual + change;
}

/** True when an item is to be bought on this day; days count from 0, the first day of the history. */
export function isDue(habit: Habit, day: number): boolean {
  if (day < habit.phase || (day - habit.phase) % habit.every !== 0) return false;
  return !habit.isForgotten || lifeDays - day > habit.every * 0.9;
}
