import { boughtInput } from '#lib/contract/quick-order/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listFastBuy } from '#lib/server/services/quick-order/bought.ts';

export const GET = endpoint(api.fastBuy, boughtInput, listFastBuy);
