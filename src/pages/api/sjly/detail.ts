import { api } from '#lib/contract/api.ts';
import { merchantInput } from '#lib/contract/merchants.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getShop } from '#lib/server/services/merchants.ts';

export const GET = endpoint(api.merchant, merchantInput, getShop);
