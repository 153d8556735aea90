import type { Suggestion } from '#lib/contract/goods/schema.ts';
import { searchTypes } from '#lib/contract/numbers.ts';
import { findProhibitedSearch } from '#lib/rules/goods/prohibited.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../../context.ts';
import { getCatalogue } from '../../search/keep.ts';
import { suggest, suggestMakers } from '../../search/suggest.ts';

const limit = 10;

/** `GET /api/goods/search`: names that fit what is typed; empty for an empty word and for what is not traded. */
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
