import { merchantGoodsInput } from '#lib/contract/merchants/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listShopGoods } from '#lib/server/services/merchants/merchants.ts';

export const GET = endpoint(api.merchantGoods, merchantGoodsInput, listShopGoods);
