import type { Suggestion } from '#lib/contract/goods/calls.ts';
import { searchTypes } from '#lib/contract/numbers.ts';
import { findProhibitedSearch } from '#lib/rules/goods/prohibited.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { suggest, suggestMakers } from '../engines/search/suggest.ts';

const limit = 10;

/**
 * `GET /api/goods/search`: names that match the typed text; empty for an empty text and for drugs that are not traded.
 */
export async function suggestGoods(
  { db, now }: Context<'anyone'>,
  input: { keywords: string; sccj_keywords: string; type: number },
): Promise<Suggestion[]> {
  const isMaker = input.type === searchTypes.maker;
  const typed = (isMaker ? input.sccj_keywords || input.keywords : input.keywords).trim();
  if (typed === '' || findProhibitedSearch(typed) !== null) return [];
  const catalogue = await getCatalogue(db);
  if (isMaker) return suggestMakers(catalogue, typed, limit);
  return [...suggest(catalogue, typed, limit, shanghaiDay(now.getTime()))];
}
