import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listFloatLinks } from '#lib/server/services/ads.ts';

export const GET = endpoint(api.floatLinks, emptyInput, listFloatLinks);
