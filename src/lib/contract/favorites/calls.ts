/** Calls of favorites. */
import { get, post } from '../call.ts';
import type { favoritesSchemas } from './schema.ts';

type Schemas = typeof favoritesSchemas;

export const favoritesCalls = {
  favorites: get<Schemas['favorites'], 'buyer'>('/api/favorite', 'buyer'),
  keepFavorites: post<Schemas['keepFavorites']>('/api/favorite', 'buyer', 'read'),
  cancelFavorites: post<Schemas['cancelFavorites']>('/api/favorite/cancel', 'buyer', 'read'),
};
