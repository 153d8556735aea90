import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { arriveAfterSale } from '#lib/server/services/after-sale/acts.ts';

export const POST = endpoint(api.arriveAfterSale, schemas.arriveAfterSale, arriveAfterSale);
