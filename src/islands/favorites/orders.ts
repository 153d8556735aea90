import type { FavoriteOrder } from '#lib/contract/favorites.ts';
import { priceOrderTexts } from '#lib/contract/goods/price-order.ts';

/** Names of the sort orders of favourites. */
export const favoriteOrderTexts: Record<FavoriteOrder, string> = { new: '最近收藏', ...priceOrderTexts };
