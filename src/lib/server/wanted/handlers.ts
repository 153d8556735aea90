import { alertsCalls } from '#lib/contract/alerts.ts';
import { favoritesCalls } from '#lib/contract/favorites.ts';
import { wantedCalls } from '#lib/contract/wanted.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askForPrice, askForStock, cancelAlert, listAlerts } from './alerts.ts';
import { cancelFavorites, listFavorites, saveFavorites } from './favorites.ts';
import { askFor, getWanted, listOwnWanted, withdrawWanted } from './wanted.ts';

export const favoritesHandlers = handlers(favoritesCalls, {
  favorites: listFavorites,
  saveFavorites,
  cancelFavorites,
});

export const alertsHandlers = handlers(alertsCalls, {
  askForStock,
  askForPrice,
  alerts: listAlerts,
  cancelAlert,
});

export const wantedHandlers = handlers(wantedCalls, {
  wantedList: listOwnWanted,
  askFor,
  wanted: getWanted,
  withdrawWanted,
});
