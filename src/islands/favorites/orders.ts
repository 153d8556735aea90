import type { FavoriteOrder } from '#lib/contract/favorites/schema.ts';
import { priceOrderTexts } from '#lib/contract/goods/price-order.ts';

/** What the orders of favourites are called. */
export const favoriteOrderTexts: Record<FavoriteOrder, string> = { new: '最近收藏', ...priceOrderTexts };
