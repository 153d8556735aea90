/** Calls of alerts. */
import { post } from '../call.ts';
import type { alertsSchemas } from './schema.ts';

type Schemas = typeof alertsSchemas;

export const alertsCalls = {
  askForStock: post<Schemas['askForStock']>('/api/notify/stock', 'buyer', 'read'),
  askForPrice: post<Schemas['askForPrice']>('/api/notify/price', 'buyer', 'read'),
};
