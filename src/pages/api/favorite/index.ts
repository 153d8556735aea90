import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { keepFavorites, listFavorites } from '#lib/server/services/favorites/favorites.ts';

export const GET = endpoint(api.favorites, schemas.favorites, listFavorites);
export const POST = endpoint(api.keepFavorites, schemas.keepFavorites, keepFavorites);
