import { brandAdsInput } from '#lib/contract/ads/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listBrandAds } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focusBrand, brandAdsInput, listBrandAds);
