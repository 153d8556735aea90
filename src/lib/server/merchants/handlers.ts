import { contactCalls } from '#lib/contract/contact.ts';
import { merchantsCalls } from '#lib/contract/merchants.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getContact, setContact } from './contact.ts';
import { getShop, listShopGoods, listShops } from './merchants.ts';

export const contactHandlers = handlers(contactCalls, {
  deskContact: getContact,
  setContact,
});

export const merchantsHandlers = handlers(merchantsCalls, {
  merchants: listShops,
  showcase: listShops,
  merchant: getShop,
  merchantGoods: listShopGoods,
});
