import type { GoodsFacets, GoodsListInput } from '#lib/contract/goods/calls.ts';
import { entriesOf } from '#lib/rules/terms/keys.ts';
import { type ListPath, listHref, type ManyKey, toggleHref } from './list-links.ts';

export interface Chip {
  label: string;
  /** The list without it. */
  href: string;
}

const titles: Record<ManyKey, string> = {
  merchant_id: '商家',
  maker: '厂家',
  form: '剂型',
  spec: '规格',
  otc: '类别',
  expiry: '有效期',
};

/** The active filters of a list, each with the address without it. */
export function chipsOf(
  base: ListPath,
  input: GoodsListInput,
  facets: GoodsFacets,
  category: readonly { name: string }[],
): Chip[] {
  const chips: Chip[] = [];
  const last = category.at(-1);
  if (last)
    chips.push({ label: `分类：${last.name}`, href: listHref(base, input, { category_id: undefined }) });
  for (const [key, title] of entriesOf(titles)) {
    for (const value of input[key]) {
      const name = nameOf(facets, key, value);
      chips.push({ label: `${title}：${name}`, href: toggleHref(base, input, key, value) });
    }
  }
  if (input.in_stock === 1)
    chips.push({ label: '仅看有货', href: listHref(base, input, { in_stock: undefined }) });
  if (input.buyable === 1)
    chips.push({ label: '仅看可买', href: listHref(base, input, { buyable: undefined }) });
  if (input.price_min !== undefined || input.price_max !== undefined) {
    chips.push({
      label: `价格：${input.price_min ?? '0'}–${input.price_max ?? '不限'}元`,
      href: listHref(base, input, { price_min: undefined, price_max: undefined }),
    });
  }
  return chips;
}

function nameOf(facets: GoodsFacets, key: ManyKey, value: string | number): string {
  if (key === 'merchant_id') return facets.merchant.find(({ id }) => id === value)?.name ?? String(value);
  return facets[key].find((facet) => facet.value === value)?.name ?? String(value);
}
