/** 到手单价 of the lines of a quote: each with its share of its merchant's freight. */
import { type Fen, shareOut } from '../money/money.ts';
import type { Quote } from '../terms/quote-shape.ts';
import type { Id } from '../terms/terms.ts';

/** The price of a piece of a line, and the line's share of its merchant's freight in it. */
export type NetOfLine = { price: Fen; freight: Fen };

/**
 * The price of a piece of each counting line, by line id: what the line pays after all joint discounts, and its share
 * of the merchant's freight by that amount, rounded up to the fen.
 */
export function netOfLines({ lines, groups }: Pick<Quote, 'lines' | 'groups'>): Map<Id, NetOfLine> {
  const found = new Map<Id, NetOfLine>();
  const freight = new Map(groups.map((group) => [group.merchantId, group.freight.amount]));
  for (const [merchantId, own] of Map.groupBy(lines, (line) => line.merchantId)) {
    const counting = own.filter((line) => line.counts).sort((a, b) => a.id - b.id);
    const shared = merchantId === null ? 0 : (freight.get(merchantId) ?? 0);
    for (const [line, share] of shareOut(shared, counting, ({ paid }) => paid))
      found.set(line.id, { price: Math.ceil((line.paid + share) / line.quantity), freight: share });
  }
  return found;
}
