import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCustom } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focusCustom, schemas.focusCustom, listCustom);
