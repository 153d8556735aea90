import { selectLinesInput } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { selectLines } from '#lib/server/services/cart/change.ts';

export const POST = endpoint(api.selectLines, selectLinesInput, selectLines);
