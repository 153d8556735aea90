/** Favourites of a user (rules 15, "Favourites"). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { ids, page, pageSize } from './fields.ts';
import { goodsItem } from './goods/calls.ts';
import { priceOrders } from './goods/price-order.ts';

/** The newest first, or by a price of one's own. */
export const favoriteOrders = ['new', ...priceOrders] as const;
export type FavoriteOrder = (typeof favoriteOrders)[number];

export const favoritesInput = z.object({
  order: unset(z.enum(favoriteOrders, { error: '排序方式不正确' }).default('new')),
  page: page(),
  size: pageSize(20),
});
export type FavoritesValues = z.infer<typeof favoritesInput>;

export const favoriteIdsInput = z.object({ goods_ids: ids('商品') });
export type FavoriteIdsInput = z.output<typeof favoriteIdsInput>;

/** Each as the buyer may see it. */
export const favorites = z.object({
  list: z.array(goodsItem),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type Favorites = z.infer<typeof favorites>;

/** The result of a change: the user's total. */
export const favoriteChange = z.object({ total: z.number().int() });
export type FavoriteChange = z.infer<typeof favoriteChange>;

export const favoritesCalls = {
  favorites: get('/api/favorite', { who: 'buyer', cost: 'quote', input: favoritesInput, output: favorites }),
  saveFavorites: post('/api/favorite', {
    who: 'buyer',
    may: 'read',
    input: favoriteIdsInput,
    output: favoriteChange,
  }),
  cancelFavorites: post('/api/favorite/cancel', {
    who: 'buyer',
    may: 'read',
    input: favoriteIdsInput,
    output: favoriteChange,
  }),
};
