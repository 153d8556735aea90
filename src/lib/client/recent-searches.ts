/** The buyer's last searches, stored in this browser only. */
import { searchTypes } from '#lib/contract/numbers.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { SearchType } from './suggestions.ts';

export interface RecentSearch {
  keywords: string;
  type: SearchType;
}

const key = 'recent-searches';
const limit = 8;

/** Newest first. */
export function listRecent(): RecentSearch[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isSearch).slice(0, limit) : [];
  } catch {
    // Storage may be unavailable or contain another version's data.
    return [];
  }
}

function isSearch(value: unknown): value is RecentSearch {
  const keywords = fieldOf(value, 'keywords');
  const type = fieldOf(value, 'type');
  return (
    typeof keywords === 'string' &&
    keywords !== '' &&
    (type === searchTypes.goods || type === searchTypes.maker)
  );
}

/** Puts a search first, without duplicates. */
export function rememberSearch(search: RecentSearch): void {
  const others = listRecent().filter(
    ({ keywords, type }) => keywords !== search.keywords || type !== search.type,
  );
  store([search, ...others].slice(0, limit));
}

export function forgetSearches(): void {
  store([]);
}

function store(searches: RecentSearch[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(searches));
  } catch {
    // Without storage there is no list.
  }
}
