import { alertsCalls } from '#lib/contract/alerts.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askForPrice, askForStock, cancelAlert, listAlerts } from './alerts.ts';

export const alertsHandlers = handlers(alertsCalls, {
  askForStock,
  askForPrice,
  alerts: listAlerts,
  cancelAlert,
});
