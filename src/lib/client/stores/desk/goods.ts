/** Items of the shop, for boxes at the desks that find one. */
import { api } from '#lib/contract/api.ts';
import { call } from '../../api.ts';

export interface FoundGoods {
  id: number;
  name: string;
  /** Distinguishes it from others of the same name. */
  note: string;
}

/** Items that are for sale, by a part of their name, maker or barcode; eight at most. Rejects as `call` does. */
export async function findGoods(keywords: string): Promise<FoundGoods[]> {
  const { list } = await call(api.goodsList, { keywords, size: 8 });
  return list.map(({ id, name, ypgg, sccj, sjly }) => ({ id, name, note: `${ypgg} ${sccj} ${sjly}` }));
}
