/** Sort orders of a cart's lines. Totals do not depend on them. */
import type { Fen } from '../money/money.ts';
import { keysOf } from '../terms/keys.ts';

export const cartOrders = {
  merchant: '按商家分组',
  added: '按加入时间',
  name: '按商品名称',
  change: '按价格变化',
  net: '按到手单价',
  last: '按上次买价',
} as const;
export type CartOrder = keyof typeof cartOrders;

/** The stored order, or the first one for anything else. */
export function cartOrderOf(text: string | undefined): CartOrder {
  return keysOf(cartOrders).find((order) => order === text) ?? 'merchant';
}

/**
 * Sort keys. `change` is how much more (or, negative, less) a piece costs than when it was added; `net` is its 到手单价,
 * null where the line does not count; `last` the company's last purchase price, null without one.
 */
export interface OrderedLine {
  id: number;
  name: string;
  change: Fen;
  net: Fen | null;
  last: Fen | null;
}

const byName = new Intl.Collator('zh-Hans-CN', { numeric: true });

/** Sorted lines; the newest first by default. By merchant they stay in their order. */
export function orderLines<T>(lines: readonly T[], order: CartOrder, factsOf: (line: T) => OrderedLine): T[] {
  if (order === 'merchant') return [...lines];
  return lines
    .map((line) => ({ line, facts: factsOf(line) }))
    .sort(({ facts: a }, { facts: b }) => compare[order](a, b) || b.id - a.id)
    .map(({ line }) => line);
}

const compare: Record<Exclude<CartOrder, 'merchant'>, (a: OrderedLine, b: OrderedLine) => number> = {
  added: () => 0,
  name: (a, b) => byName.compare(a.name, b.name),
  // Cheaper ones first, the cheapest before; then what costs more; what stayed last.
  change: (a, b) => rankOf(a) - rankOf(b) || (a.change < 0 ? a.change - b.change : b.change - a.change),
  // The cheapest first; what has none comes last.
  net: (a, b) => priceOf(a.net) - priceOf(b.net),
  last: (a, b) => priceOf(a.last) - priceOf(b.last),
};

/** A large number, not Infinity: two of them are equal. */
function priceOf(price: Fen | null): Fen {
  return price ?? Number.MAX_SAFE_INTEGER;
}

function rankOf({ change }: OrderedLine): number {
  return change < 0 ? 0 : change > 0 ? 1 : 2;
}

/**
 * Merchants of a cart in the places where they were first shown: a deleted line moves none, and one that comes back is
 * where it was. New ones come first. `known` has the places until now, gone merchants too; both are by id.
 */
export function inKnownPlaces(ids: readonly number[], known: readonly number[]): number[] {
  const fresh = ids.filter((id) => !known.includes(id));
  return [...fresh, ...known];
}

/** Most merchants whose places are stored. */
const mostPlaces = 60;

/** Places as one text, for a cookie: 3-1-2. */
export function placesText(places: readonly number[]): string {
  return places.slice(0, mostPlaces).join('-');
}

/** The places of a stored text; none for anything else. */
export function placesOf(text: string | undefined): number[] {
  if (text === undefined || !/^\d{1,9}(?:-\d{1,9})*$/.test(text)) return [];
  return [...new Set(text.split('-').map(Number))].slice(0, mostPlaces);
}
