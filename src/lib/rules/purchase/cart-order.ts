/** The orders in which the lines of a cart may stand. Totals know none of them. */
import type { Fen } from '../money/money.ts';
import { keysOf } from '../terms/keys.ts';

export const cartOrders = {
  merchant: '按商家分组',
  added: '按加入时间',
  name: '按商品名称',
  change: '按价格变化',
} as const;
export type CartOrder = keyof typeof cartOrders;

/** What was remembered, or the first order for anything else. */
export function cartOrderOf(text: string | undefined): CartOrder {
  return keysOf(cartOrders).find((order) => order === text) ?? 'merchant';
}

/** What orders look at. `change` is how far a piece costs more (or, below 0, less) than when it was added. */
export interface OrderedLine {
  id: number;
  name: string;
  change: Fen;
}

const byName = new Intl.Collator('zh-Hans-CN', { numeric: true });

/** Lines in an order; the newest first where it says nothing. By merchant they keep the order that they have. */
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
};

function rankOf({ change }: OrderedLine): number {
  return change < 0 ? 0 : change > 0 ? 1 : 2;
}
