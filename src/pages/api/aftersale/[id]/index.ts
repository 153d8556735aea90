import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getMyCase } from '#lib/server/services/after-sale/read.ts';

export const GET = endpoint(api.afterSale, schemas.afterSale, getMyCase);
