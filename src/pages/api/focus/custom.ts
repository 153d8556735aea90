import { customAdsInput } from '#lib/contract/ads.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCustom } from '#lib/server/services/ads.ts';

export const GET = endpoint(api.focusCustom, customAdsInput, listCustom);
