/** A list by drug and spec, with the offers of its merchants under each. */
import type { GoodsListInput } from '#lib/contract/goods/calls.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import type { FoundGoods, Within } from './found-goods.ts';
import { findGoods } from './list.ts';

/** One drug in one spec; `ids` are those of its items that the list shows. */
export interface Drug {
  name: string;
  spec: string;
  ids: number[];
  /** Number of its items that were found, and of their merchants. */
  total: number;
  merchants: number;
}

/** Drugs on a page, offers shown of each: this bounds the prices that a page asks for at once. */
const drugsEach = 12;
const offersEach = 12;
/** Above this number of items a list is not grouped: it says so and shows the first of them. */
const mostGoods = 5_000;

const everything: Within = () => () => true;

/** The items of a list, grouped by name and spec, in the order of each drug's first item. Throws like `findGoods`. */
export async function findDrugs(
  context: Context<'all'>,
  input: GoodsListInput,
  within: Within = everything,
): Promise<FoundGoods & { drugs: Drug[]; pages: number }> {
  // A list with its own limit is not cached: it is long.
  const found = await findGoods(context, { ...input, page: 1, size: mostGoods }, within);
  const all = togetherByDrug(await getCatalogue(context.db), found.ids);
  const from = (input.page - 1) * drugsEach;
  const drugs = all.slice(from, from + drugsEach).map((drug) => ({
    ...drug,
    ids: drug.ids.slice(0, offersEach),
  }));
  const cut = `结果超过${mostGoods}个商品，只列出其中靠前的品种，请缩小范围`;
  return {
    ...found,
    ids: drugs.flatMap(({ ids }) => ids),
    notice: [found.notice, found.total > mostGoods ? cut : ''].filter(Boolean).join('；'),
    page: input.page,
    drugs,
    pages: Math.max(1, Math.ceil(all.length / drugsEach)),
  };
}

/** Items by name and spec, each drug at the place of its first item. */
function togetherByDrug({ goods, products }: Catalogue, ids: readonly number[]): Drug[] {
  const drugs = new Map<number, { drug: Drug; merchants: Set<number> }>();
  for (const id of ids) {
    const place = goods.places.get(id);
    if (place === undefined) continue;
    const product = goods.productAt(place);
    const key = products.groups.drugAt(product);
    let known = drugs.get(key);
    if (known === undefined) {
      const spec = products.specOf(product);
      const drug = { name: products.nameOf(product), spec, ids: [], total: 0, merchants: 0 };
      known = { drug, merchants: new Set() };
      drugs.set(key, known);
    }
    known.drug.ids.push(id);
    known.merchants.add(goods.merchantAt(place));
  }
  return [...drugs.values()].map(({ drug, merchants }) => ({
    ...drug,
    total: drug.ids.length,
    merchants: merchants.size,
  }));
}
