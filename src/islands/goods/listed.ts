import type { GoodsFacets, GoodsItem, GoodsListInput } from '#lib/contract/goods/schema.ts';

/** One drug in one spec, with the goods of it that are listed. */
export interface ListedDrug {
  name: string;
  spec: string;
  ids: readonly number[];
  /** Its goods in all, and how many merchants have them. */
  total: number;
  merchants: number;
}

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
  /** Of a list by drug: what its goods stand under. */
  drugs: readonly ListedDrug[] | null;
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
