import { merchantsCalls } from '#lib/contract/merchants.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getShop, listShopGoods, listShops } from './merchants.ts';

export const merchantsHandlers = handlers(merchantsCalls, {
  merchants: listShops,
  showcase: listShops,
  merchant: getShop,
  merchantGoods: listShopGoods,
});
