import type { GoodsFacets, GoodsItem, GoodsListInput } from '#lib/contract/goods/schema.ts';

/** What a page with a list shows: what was asked for, and what was found. Public facts only. */
export interface ListedGoods {
  input: GoodsListInput;
  list: readonly GoodsItem[];
  total: number;
  pages: number;
  facets: GoodsFacets;
  /** From the top down to the category that is chosen. */
  category: readonly { id: number; name: string }[];
  notices: readonly string[];
  message: string;
  hot: { words: readonly string[]; goods: readonly GoodsItem[] };
  /** Names close to what was searched for, when nothing is found. */
  near: readonly string[];
}

/** “阿莫西林” “某某制药”: the words that were searched for, as a sentence quotes them. */
export function quotedWords({ keywords, sccj_keywords }: GoodsListInput): string {
  return [keywords, sccj_keywords]
    .filter(Boolean)
    .map((word) => `“${word}”`)
    .join(' ');
}
