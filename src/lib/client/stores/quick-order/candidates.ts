/** Alternatives for a row of a purchase list. */

import { api } from '#lib/contract/api.ts';
import type { Candidate } from '#lib/contract/quick-order/candidates.ts';
import { call } from '../../api.ts';
import type { PurchaseItem } from './quick-order.ts';

/** Another row that is about to be bought. */
export interface LineToBuy {
  goods_id: number;
  number: number;
}

/** Offers of the row's products, or of what a search finds. Rejects as `call` does. */
export async function findCandidates(
  { text, given, number, goods, others }: PurchaseItem,
  basket: readonly LineToBuy[],
  keywords = '',
): Promise<Candidate[]> {
  const products = [...(goods ? [goods.product_id] : []), ...others.map(({ product_id }) => product_id)];
  const { list } = await call(api.listCandidates, {
    text,
    ...(given !== null && { given }),
    number,
    product_ids: products,
    keywords,
    basket: [...basket],
  });
  return list;
}
