import type { GoodsFacets, GoodsItem, GoodsListInput } from '#lib/contract/goods/calls.ts';

/** One drug in one spec, with its listed items. */
export interface ListedDrug {
  name: string;
  spec: string;
  ids: readonly number[];
  /** Its goods in all, and how many merchants have them. */
  total: number;
  merchants: number;
}

/** The content of a page with a list: input and results. Public facts only. */
export interface ListedGoods {
  input: GoodsListInput;
  list: readonly GoodsItem[];
  total: number;
  pages: number;
  facets: GoodsFacets;
  /** The path to the chosen category. */
  category: readonly { id: number; name: string }[];
  notices: readonly string[];
  /** What the words were taken for, where they are no name; null where they were searched as typed. */
  taken: string | null;
  message: string;
  hot: { words: readonly string[]; goods: readonly GoodsItem[] };
  /** For a list by drug: the drugs that group its items. */
  drugs: readonly ListedDrug[] | null;
  /** Names close to what was searched for, when nothing is found. */
  near: readonly string[];
}

/** “阿莫西林” “某某制药”: the words that were searched for, as a sentence quotes them. */
export function quotedWords({ keywords, sccj_keywords }: GoodsListInput): string {
  return (
    [keywords, sccj_keywords]
      .filter(Boolean)
      // Words in quotes are searched as they are written; they need no second pair.
      .map((word) => `“${word.replace(/^["“]|["”]$/g, '')}”`)
      .join(' ')
  );
}
