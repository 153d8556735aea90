/** The lines of the search box's suggestions, and their targets. */
import type { RecentSearch } from '#lib/client/recent-searches.ts';
import type { SearchType } from '#lib/client/suggestions.ts';
import type { Suggestion } from '#lib/contract/goods/calls.ts';
import { searchTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';

/** One selectable line of the panel. */
export interface Choice {
  key: string;
  group: string;
  name: string;
  href: string;
  /** Syllables of the name, where letters were typed. */
  pinyin?: string | undefined;
  /** Stored among the recent searches when chosen; not for a merchant's own list. */
  search?: RecentSearch;
}

/** The address of a search. */
export function searchPath(keywords: string, type: SearchType): string {
  return path(
    '/search',
    undefined,
    type === searchTypes.maker ? { sccj_keywords: keywords, type } : { keywords },
  );
}

const kinds: Record<
  Suggestion['kind'],
  { group: string; choose: (one: Suggestion) => Omit<Choice, 'key' | 'group' | 'name'> }
> = {
  goods: { group: '商品', choose: ({ name }) => asSearch(name, 0) },
  maker: { group: '厂家', choose: ({ name }) => asSearch(name, 1) },
  merchant: { group: '商家', choose: ({ id }) => ({ href: path('/ListOthershanghu/[id]', { id }) }) },
};

function asSearch(keywords: string, type: SearchType) {
  return { href: searchPath(keywords, type), search: { keywords, type } };
}

/** Suggestions as lines, kind by kind. */
export function proposalChoices(list: readonly Suggestion[]): Choice[] {
  return Object.entries(kinds).flatMap(([kind, { group, choose }]) =>
    list
      .filter((one) => one.kind === kind)
      .map((one) => ({
        key: `${kind}-${one.id}`,
        group,
        name: one.name,
        pinyin: one.pinyin,
        ...choose(one),
      })),
  );
}

/** Hot searches that have no line of their own below the box: a buyer's header, a phone, the compact bar. */
export function hotChoices(): Choice[] {
  const list = document.querySelector<HTMLElement>('[data-hot]');
  if (list === null || getComputedStyle(list).display !== 'none') return [];
  return [...list.querySelectorAll('a')].map(({ textContent: name }) => ({
    key: `hot-${name}`,
    group: '热门搜索',
    name,
    ...asSearch(name, 0),
  }));
}

export function recentChoices(list: readonly RecentSearch[]): Choice[] {
  return list.map(({ keywords, type }) => ({
    key: `recent-${type}-${keywords}`,
    group: '最近搜索',
    name: keywords,
    ...asSearch(keywords, type),
  }));
}
