import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listFastBuy } from '#lib/server/services/quick-order/bought.ts';

export const GET = endpoint(api.fastBuy, schemas.fastBuy, listFastBuy);
