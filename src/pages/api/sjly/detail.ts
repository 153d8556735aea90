import { merchantInput } from '#lib/contract/merchants/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getShop } from '#lib/server/services/merchants/merchants.ts';

export const GET = endpoint(api.merchant, merchantInput, getShop);
