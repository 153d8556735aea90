/** Calls of being given one's own data. */
import { get, need, post } from '../call.ts';
import type { ownDataSchemas } from './schema.ts';

type Schemas = typeof ownDataSchemas;

export const ownDataCalls = {
  dataExport: need('manage', get<Schemas['dataExport'], 'buyer'>('/api/user/export', 'buyer')),
  beginExport: post<Schemas['beginExport']>('/api/user/export', 'buyer', 'manage'),
};
