/** Calls of the frame. */
import { get } from '../call.ts';
import type { shellSchemas } from './schema.ts';

type Schemas = typeof shellSchemas;

export const shellCalls = {
  header: get<Schemas['header']>('/api/common/header', 'all'),
  config: get<Schemas['config']>('/api/get_config', 'all'),
};
