import { focusInput } from '#lib/contract/ads/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listFocus } from '#lib/server/services/ads.ts';

export const GET = endpoint(api.focusOf, focusInput, listFocus);
