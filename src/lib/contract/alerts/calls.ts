/** Calls of alerts. */
import { get, post } from '../call.ts';
import type { alertsSchemas } from './schema.ts';

type Schemas = typeof alertsSchemas;

export const alertsCalls = {
  askForStock: post<Schemas['askForStock']>('/api/notify/stock', 'buyer', 'read'),
  askForPrice: post<Schemas['askForPrice']>('/api/notify/price', 'buyer', 'read'),
  alerts: get<Schemas['alerts'], 'buyer'>('/api/notify', 'buyer'),
  cancelAlert: post<Schemas['cancelAlert']>('/api/notify/cancel', 'buyer', 'read'),
};
