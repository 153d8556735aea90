/** Lists as pages: a typed address, read as far as it makes sense. */

import { maxKeywords } from '#lib/contract/constants.ts';
import { parseSent } from '#lib/contract/decode.ts';
import {
  type GoodsFacets,
  type GoodsItem,
  type GoodsListInput,
  goodsListInput,
} from '#lib/contract/goods/calls.ts';
import { meaningText } from '#lib/rules/names/trade-names.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { nearNames } from '../engines/search/near.ts';
import { getSettings } from '../site/settings.ts';
import { type Drug, findDrugs } from './drugs.ts';
import { asksForPrices, type FoundGoods, type Within, withNearExpiry } from './found-goods.ts';
import { goodsItems } from './items.ts';
import { findGoods } from './list.ts';
import { bestSellers } from './related.ts';

export interface GoodsListPage {
  input: GoodsListInput;
  /** Public facts only: the page is the same for everyone, prices come by the offers. */
  list: GoodsItem[];
  total: number;
  pages: number;
  facets: GoodsFacets;
  /** From the root down to the chosen category. */
  category: { id: number; name: string }[];
  /** Parameters that were not understood, and what was done instead. */
  notices: string[];
  /** What the words were taken for, where they are no name (拉肚子: 腹泻); null where they were searched as typed. */
  taken: string | null;
  /** Why nothing is found: 平台不经营该类药品. */
  message: string;
  /** Suggestions when nothing is found. */
  hot: { words: string[]; goods: GoodsItem[] };
  /** Names similar to the typed one, when nothing is found. */
  near: string[];
  /** The groups of a list by drug; otherwise null. */
  drugs: Drug[] | null;
  /** Made for one buyer: not to be stored. */
  isPrivate: boolean;
}

/**
 * Opens the list that an address names, by drug and spec if `isByDrug`. Never fails on typed input; wrong parts are
 * left out and reported.
 */
export async function openGoodsList(
  context: Context<'all'>,
  query: URLSearchParams,
  size: number,
  within?: Within,
  isByDrug = false,
): Promise<GoodsListPage> {
  const { db, now } = context;
  const { input: typed, notices } = readQuery(query, size);
  const input = withNearExpiry(typed);
  if (input !== typed) notices.push('按有效期6个月以内筛选，可在“已选条件”里取消');
  const catalogue = await getCatalogue(db);
  if (input.category_id !== undefined && catalogue.tree.find(input.category_id) === undefined) {
    delete input.category_id;
    notices.push('分类不存在，已显示全部分类');
  }
  const find = async (): Promise<FoundPage> =>
    isByDrug ? findDrugs(context, input, within) : inPages(await findGoods(context, input, within), size);
  let found = await find();
  const { pages } = found;
  if (input.page > pages) {
    input.page = pages;
    found = await find();
  }
  if (!found.usesPrice) notices.push('按价格排序、价格区间和仅看可买在登录并通过资质认证后可用');
  for (const other of found.meant)
    notices.push(
      `“${other.name}”是“${meaningText(other)}”的${other.kind}，以下按通用名查找，请核对规格和厂家`,
    );
  if (found.notice !== '') notices.push(found.notice);
  if (found.isNear) notices.push(`没有名称含“${input.keywords}”的商品，以下名称相近，请核对通用名`);
  const isEmpty = found.total === 0;
  const today = shanghaiDay(now.getTime());
  const hotIds = isEmpty ? bestSellers(catalogue, 5, today) : [];
  return {
    input,
    list: await goodsItems(db, null, catalogue, found.ids, now.getTime()),
    total: found.total,
    pages,
    facets: found.facets,
    category: catalogue.tree.path(input.category_id ?? 0).map(({ id, name }) => ({ id, name })),
    notices,
    taken: found.taken,
    message: found.message,
    hot: {
      words: isEmpty ? (await getSettings(db)).hotSearches : [],
      goods: await goodsItems(db, null, catalogue, hotIds, now.getTime()),
    },
    near: isEmpty && found.message === '' ? nearNames(catalogue, input.keywords, 6, today) : [],
    drugs: found.drugs,
    isPrivate: asksForPrices(input),
  };
}

type FoundPage = FoundGoods & { drugs: Drug[] | null; pages: number };

function inPages(found: FoundGoods, size: number): FoundPage {
  return { ...found, drugs: null, pages: Math.max(1, Math.ceil(found.total / size)) };
}

/** Reads each part of a query separately, so one wrong value does not lose the others. */
function readQuery(query: URLSearchParams, size: number): { input: GoodsListInput; notices: string[] } {
  const notices: string[] = [];
  const values: Record<string, unknown> = { size };
  let isWrong = false;
  for (const key of keysOf(goodsListInput.shape)) {
    if (key === 'size' || !query.has(key)) continue;
    let value = query.getAll(key).join('|').replaceAll('\0', '');
    if ((key === 'keywords' || key === 'sccj_keywords') && value.trim().length > maxKeywords) {
      value = value.trim().slice(0, maxKeywords);
      notices.push(`搜索词过长，已按前${maxKeywords}个字搜索`);
    }
    const read = parseSent(goodsListInput.shape[key], value);
    if (read.success) values[key] = read.data;
    else isWrong = true;
  }
  if (isWrong) notices.push('有些筛选条件不正确，已忽略');
  return { input: goodsListInput.parse(values), notices };
}
