import { api } from '#lib/contract/api.ts';
import { configInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getConfig } from '#lib/server/services/site-config.ts';

export const GET = endpoint(api.config, configInput, getConfig);
