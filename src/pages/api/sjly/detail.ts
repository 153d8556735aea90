import { merchantInput } from '#lib/contract/merchants/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getShop } from '#lib/server/services/merchants.ts';

export const GET = endpoint(api.merchant, merchantInput, getShop);
