import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { cancelFavorites } from '#lib/server/services/favorites/favorites.ts';

export const POST = endpoint(api.cancelFavorites, schemas.cancelFavorites, cancelFavorites);
