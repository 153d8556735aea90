/** Steps 1 to 3 of a quote: every line by itself. */

import type { QuoteLine } from '../terms/asked.ts';
import type { EpochMs } from '../terms/terms.ts';
import { quoteCombination } from './quote-combination.ts';
import { quoteGoods } from './quote-goods.ts';
import { goneLine, type OfferIndex, type Remaining, type WorkLine } from './quote-work.ts';

/** Prices a normal, flash, group-buy or combination line; a selected one takes its share of `remaining`. */
export function quoteLine(line: QuoteLine, index: OfferIndex, remaining: Remaining, now: EpochMs): WorkLine {
  // An unselected line is priced as if it stood alone, and leaves nothing behind.
  const shared = line.isSelected ? remaining : new Map<string, number>();
  if (line.kind === 'combination') return quoteCombination(line, index, shared, now);
  const terms = line.goodsId === null ? undefined : index.goods.get(line.goodsId);
  if (!terms || !index.merchants.has(terms.merchantId)) return goneLine(line);
  return quoteGoods(line, terms, shared, now);
}
