import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listOwnPrices, setOwnPrice } from '#lib/server/services/companies/own-prices.ts';

export const GET = endpoint(api.deskPrices, schemas.deskPrices, listOwnPrices);
export const POST = endpoint(api.setOwnPrice, schemas.setOwnPrice, setOwnPrice);
