/** Calls of merchants. */
import { get } from '../call.ts';
import type { merchantsSchemas } from './schema.ts';

type Schemas = typeof merchantsSchemas;

export const merchantsCalls = {
  merchants: get<Schemas['merchants']>('/api/sjly', 'all'),
  showcase: get<Schemas['showcase']>('/api/sjly/showcase', 'all'),
  merchant: get<Schemas['merchant']>('/api/sjly/detail', 'all'),
  merchantGoods: get<Schemas['merchantGoods']>('/api/sjly/goods', 'all'),
};
