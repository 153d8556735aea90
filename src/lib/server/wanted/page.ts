/** The page of one request: the request itself, and items that may answer it. */
import { AppError } from '#lib/contract/errors.ts';
import { type GoodsItem, goodsListInput } from '#lib/contract/goods/calls.ts';
import type { WantedWire } from '#lib/contract/wanted.ts';
import { type Context, visitor } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { findGoods } from '../goods/list.ts';
import { getWanted } from './wanted.ts';

export interface WantedPage {
  wanted: WantedWire;
  /** Public facts; prices come by the offers. */
  goods: GoodsItem[];
  /** The item is the platform's answer, not a guess. */
  isAnswer: boolean;
}

const guesses = 4;

/** Opens the page of a request; null when the company has none under this id. */
export async function openWanted(context: Context<'buyer'>, id: string): Promise<WantedPage | null> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null;
  const wanted = await getWanted(context, { id: Number(id) }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 404) return null;
    throw error;
  });
  if (wanted === null) return null;
  const { db, now } = context;
  const ids = wanted.goods_id === null ? await alike(context, wanted.name) : [wanted.goods_id];
  const goods = await goodsItems(db, null, await getCatalogue(db), ids, now.getTime());
  return { wanted, goods, isAnswer: wanted.goods_id !== null };
}

/** Items in stock with a similar name. */
async function alike(context: Context<'buyer'>, name: string): Promise<number[]> {
  const input = goodsListInput.parse({ keywords: name, in_stock: 1, size: guesses });
  return (await findGoods({ ...context, actor: visitor }, input)).ids;
}
