/** The public part of the home page: it contains no price and nothing of a buyer. */

import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import type { Merchant } from '#lib/contract/merchants.ts';
import type { MenuItem } from '#lib/contract/shell/calls.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { listPublicGoods } from '../goods/detail.ts';
import { bestSellers } from '../goods/related.ts';
import { listShops } from '../merchants/merchants.ts';
import { getShell } from '../site/shell.ts';
import { findFlashSale, listActivityGoods, listMerchantActivities } from './rows.ts';

/** Best sellers of one kind, with the second level of its categories. */
export interface Floor {
  category: MenuItem;
  goods: GoodsItem[];
}

export interface HomeFlashSale {
  id: number;
  name: string;
  endsAt: Date;
  goods: GoodsItem[];
}

export interface HomeMerchant extends Merchant {
  /** Its running promotions, in words without amounts. */
  promotions: string[];
}

export interface Home {
  flashSale: HomeFlashSale | null;
  floors: Floor[];
  merchants: HomeMerchant[];
}

/** The names of reductions show their amounts, which are prices; only the kind is public. */
const promotionTexts: Partial<Record<ActivityKind, string>> = {
  full_reduction: '满减',
  gift: '满赠',
  add_on: '换购',
  special: '特价',
  group_buy: '拼团',
  combination: '组合购',
};

/** Two rows of three; wider screens show one row of four or five. */
const floorGoods = 6;
const shownMerchants = 18;

/** The public data of the home page. */
export async function getHome(context: Context<'all'>): Promise<Home> {
  const [{ header }, flashSale, merchants] = await Promise.all([
    getShell(context),
    getFlashSale(context),
    listHomeMerchants(context),
  ]);
  const catalogue = await getCatalogue(context.db);
  const today = shanghaiDay(context.now.getTime());
  const ids = header.category.map(({ id }) => bestSellers(catalogue, floorGoods, today, id));
  const goods = new Map((await listPublicGoods(context, ids.flat())).map((item) => [item.id, item]));
  const floors = header.category.map((category, at) => ({
    category,
    goods: (ids[at] ?? []).flatMap((id) => goods.get(id) ?? []),
  }));
  return { flashSale, floors: floors.filter((floor) => floor.goods.length > 0), merchants };
}

async function getFlashSale(context: Context<'all'>): Promise<HomeFlashSale | null> {
  const sale = await findFlashSale(context.db, context.now);
  if (sale === null) return null;
  const { id, name, endsAt } = sale;
  const goods = await listPublicGoods(
    context,
    await listActivityGoods(context.db, id, floorGoods, context.now),
  );
  return goods.length === 0 ? null : { id, name, endsAt, goods };
}

async function listHomeMerchants(context: Context<'all'>): Promise<HomeMerchant[]> {
  const [{ list }, running] = await Promise.all([
    listShops(context, { page: 1, size: shownMerchants }),
    listMerchantActivities(context.db, context.now, keysOf(promotionTexts)),
  ]);
  return list.map((merchant) => ({
    ...merchant,
    promotions: [...(running.get(merchant.id) ?? [])].flatMap((kind) => promotionTexts[kind] ?? []),
  }));
}
