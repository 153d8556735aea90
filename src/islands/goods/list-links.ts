/** Addresses of lists: choices are preserved, one thing changes. */
import type { GoodsListInput } from '#lib/contract/goods/calls.ts';
import { withQuery } from '#lib/contract/routes.ts';
import type { ListView } from '#lib/rules/site/list-views.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

/** The pages that show lists, by view. */
export const listViews = {
  list: { cards: '/list', table: '/list/table', plain: '/list/no_image', drugs: '/list/drugs' },
  search: { cards: '/search', table: '/search/table', drugs: '/search/drugs' },
} as const;

export type ListRoom = keyof typeof listViews;
/** Address of a page with a list, as `path()` makes it. */
export type ListPath = string;
/** The pages of the same list, by view; a list with one page has no choice of view. */
export type ListViews = Partial<Record<ListView, ListPath>>;

/** Most unselected values of a filter on display. */
export const mostOptions = 40;

/** Filters that take several values. */
export type ManyKey = 'merchant_id' | 'maker' | 'form' | 'spec' | 'otc' | 'expiry';

/** Always present, possibly empty. */
type Always = ManyKey | 'keywords' | 'sccj_keywords' | 'page' | 'size';
type Change = Partial<Pick<GoodsListInput, Always>> & {
  [K in Exclude<keyof GoodsListInput, Always>]?: GoodsListInput[K] | undefined;
};

/** Separators between the values of a filter. */
const between = {
  merchant_id: ',',
  maker: '|',
  form: '|',
  spec: '|',
  otc: ',',
  expiry: ',',
} as const satisfies Record<ManyKey, string>;

/** The parts of a list's address in order; empty ones are left out. */
const written: {
  [K in keyof GoodsListInput]?: (of: Pick<GoodsListInput, K>) => string | number | undefined;
} = {
  keywords: ({ keywords }) => keywords,
  sccj_keywords: ({ sccj_keywords }) => sccj_keywords,
  category_id: ({ category_id }) => category_id,
  merchant_id: ({ merchant_id }) => merchant_id.join(between.merchant_id),
  maker: ({ maker }) => maker.join(between.maker),
  form: ({ form }) => form.join(between.form),
  spec: ({ spec }) => spec.join(between.spec),
  otc: ({ otc }) => otc.join(between.otc),
  expiry: ({ expiry }) => expiry.join(between.expiry),
  in_stock: ({ in_stock }) => in_stock || undefined,
  buyable: ({ buyable }) => buyable || undefined,
  price_min: ({ price_min }) => price_min,
  price_max: ({ price_max }) => price_max,
  sort: ({ sort }) => (sort === 'default' ? undefined : sort),
  order: ({ order }) => order,
  page: ({ page }) => (page === 1 ? undefined : page),
};
const parts = keysOf(written);

/** The address parts of an input: a page of items has hundreds that differ in one. */
const known = new WeakMap<GoodsListInput, string[]>();

function partsOf(input: GoodsListInput): string[] {
  const made = known.get(input) ?? parts.map((part) => partOf(part, input));
  known.set(input, made);
  return made;
}

function joined(texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('&');
}

/** The address before and after a filter, at the first page: a page of items has about 150 links that share it. */
const arounds = new WeakMap<GoodsListInput, Map<ManyKey, readonly [string, string]>>();

function around(input: GoodsListInput, key: ManyKey): readonly [string, string] {
  const own = arounds.get(input) ?? new Map<ManyKey, readonly [string, string]>();
  arounds.set(input, own);
  let found = own.get(key);
  if (found === undefined) {
    const texts = partsOf(input).map((text, nth) => (parts[nth] === 'page' ? '' : text));
    const at = parts.indexOf(key);
    found = [joined(texts.slice(0, at)), joined(texts.slice(at + 1))];
    own.set(key, found);
  }
  return found;
}

function partOf(part: keyof GoodsListInput, input: GoodsListInput): string {
  return withQuery('', { [part]: written[part]?.(input) }).slice(1);
}

/** The address of a list; a changed filter or order starts at the first page. */
export function listHref(base: ListPath, input: GoodsListInput, change: Change = {}): string {
  const next = { ...input, page: 1, ...change };
  const texts = partsOf(input);
  const query = joined(
    parts.map((part, at) => (part === 'page' || part in change ? partOf(part, next) : texts[at])),
  );
  return query === '' ? base : `${base}?${query}`;
}

/** The address with one value of a filter toggled. */
export function toggleHref(
  base: ListPath,
  input: GoodsListInput,
  key: ManyKey,
  value: string | number,
): string {
  const chosen: (string | number)[] = input[key];
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  const [before, after] = around(input, key);
  const query = joined([before, withQuery('', { [key]: next.join(between[key]) }).slice(1), after]);
  return query === '' ? base : `${base}?${query}`;
}

/** Only the searched words. */
export function clearedHref(base: ListPath, { keywords, sccj_keywords }: GoodsListInput): string {
  return withQuery(base, { keywords, sccj_keywords });
}
