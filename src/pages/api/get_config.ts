import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getConfig } from '#lib/server/services/site/site-config.ts';

export const GET = endpoint(api.config, schemas.config, getConfig);
