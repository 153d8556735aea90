import { customAdsInput } from '#lib/contract/ads/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCustom } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focusCustom, customAdsInput, listCustom);
