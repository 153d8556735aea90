import { api } from '#lib/contract/api.ts';
import { merchantGoodsInput } from '#lib/contract/merchants.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listShopGoods } from '#lib/server/services/merchants.ts';

export const GET = endpoint(api.merchantGoods, merchantGoodsInput, listShopGoods);
