/** Suggestions for the search box; a response is valid for five seconds (rules 17). */

import { api } from '#lib/contract/api.ts';
import { searchHistoryTtl } from '#lib/contract/constants.ts';
import type { Suggestion } from '#lib/contract/goods/calls.ts';
import { searchTypes } from '#lib/contract/numbers.ts';
import { call } from './api.ts';

/** The box's type selector: 0 goods, 1 makers. */
export type SearchType = 0 | 1;

const known = new Map<string, { until: number; list: Suggestion[] }>();

/** The server's suggestions for a non-empty text. Rejects as `call` does. */
export async function suggest(type: SearchType, keywords: string): Promise<Suggestion[]> {
  const key = `${type} ${keywords}`;
  const cached = known.get(key);
  if (cached && cached.until > Date.now()) return cached.list;
  const list = await call(
    api.suggestGoods,
    type === searchTypes.maker ? { type, sccj_keywords: keywords } : { type, keywords },
  );
  known.set(key, { until: Date.now() + searchHistoryTtl, list });
  return list;
}
