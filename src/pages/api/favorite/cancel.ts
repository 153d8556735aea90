import { favoriteIdsInput } from '#lib/contract/favorites/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { cancelFavorites } from '#lib/server/services/favorites/favorites.ts';

export const POST = endpoint(api.cancelFavorites, favoriteIdsInput, cancelFavorites);
