/** Calls of favorites. */
import { dear, get, post } from '../call.ts';
import type { favoritesSchemas } from './schema.ts';

type Schemas = typeof favoritesSchemas;

export const favoritesCalls = {
  favorites: dear('quote', get<Schemas['favorites'], 'buyer'>('/api/favorite', 'buyer')),
  keepFavorites: post<Schemas['keepFavorites']>('/api/favorite', 'buyer', 'read'),
  cancelFavorites: post<Schemas['cancelFavorites']>('/api/favorite/cancel', 'buyer', 'read'),
};
