import { configInput } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getConfig } from '#lib/server/services/site/site-config.ts';

export const GET = endpoint(api.config, configInput, getConfig);
