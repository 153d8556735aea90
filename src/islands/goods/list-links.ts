/** Addresses of lists: what is chosen stays, one thing changes. */
import type { GoodsListInput } from '#lib/contract/goods/schema.ts';
import { withQuery } from '#lib/contract/routes.ts';
import type { ListView } from '#lib/rules/site/list-views.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

/** The pages that show lists, by view. */
export const listViews = {
  list: { cards: '/list', table: '/list/table', plain: '/list/no_image' },
  search: { cards: '/search', table: '/search/table', drugs: '/search/drugs' },
} as const;

export type ListRoom = keyof typeof listViews;
/** Address of a page with a list, as `path()` makes it. */
export type ListPath = string;
/** The pages that show the same list, by view; a list with one page has no views to choose from. */
export type ListViews = Partial<Record<ListView, ListPath>>;

/** How many values of a filter are offered that are not chosen. */
export const mostOptions = 40;

/** Filters that take several values. */
export type ManyKey = 'merchant_id' | 'maker' | 'form' | 'spec' | 'otc' | 'expiry';

/** What is always there, if empty. */
type Always = ManyKey | 'keywords' | 'sccj_keywords' | 'page' | 'size';
type Change = Partial<Pick<GoodsListInput, Always>> & {
  [K in Exclude<keyof GoodsListInput, Always>]?: GoodsListInput[K] | undefined;
};

/** What each part of a list's address says, in order; what is empty is left out. */
const written: {
  [K in keyof GoodsListInput]?: (of: Pick<GoodsListInput, K>) => string | number | undefined;
} = {
  keywords: ({ keywords }) => keywords,
  sccj_keywords: ({ sccj_keywords }) => sccj_keywords,
  category_id: ({ category_id }) => category_id,
  merchant_id: ({ merchant_id }) => merchant_id.join(),
  maker: ({ maker }) => maker.join('|'),
  form: ({ form }) => form.join('|'),
  spec: ({ spec }) => spec.join('|'),
  otc: ({ otc }) => otc.join(),
  expiry: ({ expiry }) => expiry.join(),
  in_stock: ({ in_stock }) => in_stock || undefined,
  buyable: ({ buyable }) => buyable || undefined,
  price_min: ({ price_min }) => price_min,
  price_max: ({ price_max }) => price_max,
  sort: ({ sort }) => (sort === 'default' ? undefined : sort),
  order: ({ order }) => order,
  page: ({ page }) => (page === 1 ? undefined : page),
};
const parts = keysOf(written);

/** The parts of an input as they stand in an address: a page of goods has hundreds that differ in one. */
const known = new WeakMap<GoodsListInput, string[]>();

function partsOf(input: GoodsListInput): string[] {
  const made = known.get(input) ?? parts.map((part) => partOf(part, input));
  known.set(input, made);
  return made;
}

function partOf(part: keyof GoodsListInput, input: GoodsListInput): string {
  return withQuery('', { [part]: written[part]?.(input) }).slice(1);
}

/** The address of a list; a changed filter or order begins at the first page again. */
export function listHref(base: ListPath, input: GoodsListInput, change: Change = {}): string {
  const next = { ...input, page: 1, ...change };
  const texts = partsOf(input);
  const query = parts
    .map((part, at) => (part === 'page' || part in change ? partOf(part, next) : texts[at]))
    .filter(Boolean)
    .join('&');
  return query === '' ? base : `${base}?${query}`;
}

/** The address with one value of a filter put in, or taken out if it is there. */
export function toggleHref(
  base: ListPath,
  input: GoodsListInput,
  key: ManyKey,
  value: string | number,
): string {
  const chosen: (string | number)[] = input[key];
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  return listHref(base, input, { [key]: next });
}

/** Nothing but the words that were searched for. */
export function clearedHref(base: ListPath, { keywords, sccj_keywords }: GoodsListInput): string {
  return withQuery(base, { keywords, sccj_keywords });
}
