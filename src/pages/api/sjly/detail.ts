import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getShop } from '#lib/server/services/merchants/merchants.ts';

export const GET = endpoint(api.merchant, schemas.merchant, getShop);
