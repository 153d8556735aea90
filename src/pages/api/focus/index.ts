import { focusInput } from '#lib/contract/ads/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listFocus } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focusOf, focusInput, listFocus);
