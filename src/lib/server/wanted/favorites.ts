/** Favourites: adding, removing, listing. They belong to the person, not to the company. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  FavoriteChange,
  FavoriteIdsInput,
  Favorites,
  FavoritesValues,
} from '#lib/contract/favorites.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { byOwnPrice, isWithinOrdered, mostByPrice } from '../goods/items-by-price.ts';
import type { Account } from '../people/account-rows.ts';
import {
  addFavorites,
  countFavorites,
  listFavoriteIds,
  listKnownGoods,
  lockFavorites,
  removeFavorites,
} from './favorite-rows.ts';

/** Limit of one person's favourites. */
export const maxFavorites = 2_000;

/** `GET /api/favorite`: a page of them, each with the price and buy state that the buyer may see. */
export async function listFavorites(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: FavoritesValues,
): Promise<Favorites> {
  return listOf(db, account, account, input, now);
}

/** The same without prices: for a page whose prices come by the offers, as on every page with items. */
export async function listFavoriteCards(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: FavoritesValues,
): Promise<Favorites> {
  return listOf(db, account, null, input, now);
}

/** `shownTo`: the account whose prices are shown. */
async function listOf(
  db: Db,
  account: Account,
  shownTo: Account | null,
  { order, page, size }: FavoritesValues,
  now: Date,
): Promise<Favorites> {
  const isOrdered = order !== 'new' && isWithinOrdered({ page, size });
  const from = (page - 1) * size;
  const { userId } = account;
  const [ids, total, catalogue] = await Promise.all([
    isOrdered ? listFavoriteIds(db, userId, mostByPrice, 0) : listFavoriteIds(db, userId, size, from),
    countFavorites(db, userId),
    getCatalogue(db),
  ]);
  const itemsOf = (wanted: readonly number[], whose: Account | null) =>
    goodsItems(db, whose, catalogue, wanted, now.getTime());
  if (!isOrdered) return { list: await itemsOf(ids, shownTo), total, page, size };
  const shown = await itemsOf(ids, account);
  const own = byOwnPrice(shown, ({ net, last }) => (order === 'net' ? net : last)?.price).slice(
    from,
    from + size,
  );
  const ownIds = own.map(({ id }) => id);
  const list = shownTo ? own : await itemsOf(ownIds, null);
  return { list, total, page, size };
}

/**
 * `POST /api/favorite`. Safe to repeat. Throws 404 when one of the items is unknown, 422 beyond 2,000 favourites; then
 * nothing is added.
 */
export async function saveFavorites(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: FavoriteIdsInput,
): Promise<FavoriteChange> {
  const ids = [...new Set(input.goods_ids)];
  const { userId } = account;
  return db.transaction(async (tx) => {
    if ((await listKnownGoods(tx, ids)).length < ids.length) throw new AppError(404, '商品不存在或已被删除');
    await lockFavorites(tx, userId);
    await addFavorites(tx, userId, ids, now);
    const total = await countFavorites(tx, userId);
    if (total > maxFavorites)
      throw fieldError('goods_ids', `最多收藏${maxFavorites}种商品，请先取消不用的收藏`);
    return { total };
  });
}

/** `POST /api/favorite/cancel`. Safe to repeat: unknown ones are ignored. */
export async function cancelFavorites(
  { db, actor: { account } }: Context<'buyer'>,
  input: FavoriteIdsInput,
): Promise<FavoriteChange> {
  await removeFavorites(db, account.userId, input.goods_ids);
  return { total: await countFavorites(db, account.userId) };
}
