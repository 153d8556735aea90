import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listBrandAds } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focusBrand, schemas.focusBrand, listBrandAds);
