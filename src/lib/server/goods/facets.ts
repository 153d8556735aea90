/** The counts of a list's filters, on the wire. */
import type { GoodsFacets, GoodsListInput } from '#lib/contract/goods/calls.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { expiryWindows } from '../engines/search/facets.ts';
import type { Counted, Facets } from '../engines/search/filters.ts';

/** Limit of values of a filter; the panel offers a search where there are more. */
const facetLimit = 60;

const otcNames: Record<string, string> = { rx: '处方药', otc: '非处方药', other: '其他' };
const expiryNames: Record<string, string> = {
  '18-': '18个月以上',
  '12-18': '12–18个月',
  '6-12': '6–12个月',
  '0-6': '6个月以内',
};

/** Counts of an empty search. */
export const noFacets: GoodsFacets = {
  category: [],
  merchant: [],
  maker: [],
  form: [],
  spec: [],
  otc: [],
  expiry: [],
  in_stock: 0,
};

/** The counts with their names; selected values are included even with a count of 0. */
export function facetsOf(catalogue: Catalogue, found: Facets, input: GoodsListInput): GoodsFacets {
  return {
    category: catalogue.tree.rows.flatMap(({ id, parentId, name, level }) => {
      const count = found.categories.get(id) ?? 0;
      return count > 0 || id === input.category_id ? [{ id, parent_id: parentId, name, level, count }] : [];
    }),
    merchant: [...found.merchants]
      .map(([id, count]) => ({ id, name: catalogue.merchants.get(id)?.shortName ?? '', count }))
      .sort((a, b) => b.count - a.count || a.id - b.id),
    maker: shown(found.makers, input.maker),
    form: shown(found.forms, input.form),
    spec: shown(found.specs, input.spec),
    otc: found.otc.map(({ value, count }) => ({ value, name: otcNames[value] ?? value, count })),
    expiry: expiryWindows.flatMap(([from, to], at) => {
      const value = `${from}-${to === Number.POSITIVE_INFINITY ? '' : to}`;
      const count = found.expiry[at] ?? 0;
      return count > 0 ? [{ value, name: expiryNames[value] ?? value, count }] : [];
    }),
    in_stock: found.inStock,
  };
}

/** The most frequent values, and the selected ones. */
function shown(counted: Counted[], chosen: readonly string[]) {
  return counted
    .filter(({ value }, at) => at < facetLimit || chosen.includes(value))
    .map(({ value, count }) => ({ value, name: value, count }));
}
