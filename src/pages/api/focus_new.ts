import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listNewFocus } from '#lib/server/services/site/ads.ts';

export const GET = endpoint(api.focusNew, emptyInput, listNewFocus);
