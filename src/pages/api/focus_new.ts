import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listNewFocus } from '#lib/server/services/ads.ts';

export const GET = endpoint(api.focusNew, emptyInput, listNewFocus);
