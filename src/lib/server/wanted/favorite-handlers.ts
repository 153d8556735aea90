import { favoritesCalls } from '#lib/contract/favorites.ts';
import { handlers } from '../core/calls/handlers.ts';
import { cancelFavorites, listFavorites, saveFavorites } from './favorites.ts';

export const favoritesHandlers = handlers(favoritesCalls, {
  favorites: listFavorites,
  saveFavorites,
  cancelFavorites,
});
