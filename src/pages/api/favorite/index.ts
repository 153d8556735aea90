import { favoriteIdsInput, favoritesInput } from '#lib/contract/favorites/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { keepFavorites, listFavorites } from '#lib/server/services/favorites/favorites.ts';

export const GET = endpoint(api.favorites, favoritesInput, listFavorites);
export const POST = endpoint(api.keepFavorites, favoriteIdsInput, keepFavorites);
