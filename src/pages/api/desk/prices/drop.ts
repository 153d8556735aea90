import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { dropOwnPrice } from '#lib/server/services/companies/own-prices.ts';

export const POST = endpoint(api.dropOwnPrice, schemas.dropOwnPrice, dropOwnPrice);
