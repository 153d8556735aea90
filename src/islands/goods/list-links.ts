/** Addresses of lists: what is chosen stays, one thing changes. */
import type { GoodsListInput } from '#lib/contract/goods/schema.ts';
import { withQuery } from '#lib/contract/routes.ts';
import type { ListView } from '#lib/rules/site/list-views.ts';

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

type Many = Pick<GoodsListInput, ManyKey>;
type Change = {
  [K in Exclude<keyof GoodsListInput, ManyKey>]?: GoodsListInput[K] | undefined;
} & Partial<Many>;

/** The address of a list; a changed filter or order begins at the first page again. */
export function listHref(base: ListPath, input: GoodsListInput, change: Change = {}): string {
  const next = { ...input, page: 1, ...change };
  const query: Record<string, string | number | undefined> = {
    keywords: next.keywords,
    sccj_keywords: next.sccj_keywords,
    category_id: next.category_id,
    merchant_id: next.merchant_id.join(),
    maker: next.maker.join('|'),
    form: next.form.join('|'),
    spec: next.spec.join('|'),
    otc: next.otc.join(),
    expiry: next.expiry.join(),
    in_stock: next.in_stock || undefined,
    buyable: next.buyable || undefined,
    price_min: next.price_min,
    price_max: next.price_max,
    sort: next.sort === 'default' ? undefined : next.sort,
    order: next.order,
    page: next.page === 1 ? undefined : next.page,
  };
  return withQuery(base, query);
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
