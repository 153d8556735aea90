import { adsInput } from '#lib/contract/ads/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listSlot } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focus, adsInput, listSlot);
