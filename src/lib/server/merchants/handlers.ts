import { contactCalls } from '#lib/contract/contact.ts';
import { merchantDeskCalls } from '#lib/contract/merchant-desk.ts';
import { merchantsCalls } from '#lib/contract/merchants.ts';
import { handlers } from '../core/calls/handlers.ts';
import { closeMerchant, keepMerchant } from './close.ts';
import { getContact, setContact } from './contact.ts';
import { createMerchant, getDeskMerchant, getOwnMerchant, saveMerchant, saveOwnMerchant } from './desk.ts';
import { getShop, listShopGoods, listShops } from './merchants.ts';
import { resumeMerchant, stopDeskMerchant } from './stop.ts';

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

export const merchantDeskHandlers = handlers(merchantDeskCalls, {
  deskMerchant: getDeskMerchant,
  createMerchant,
  saveMerchant,
  stopMerchant: stopDeskMerchant,
  resumeMerchant,
  closeMerchant,
  keepMerchant,
  ownMerchant: getOwnMerchant,
  saveOwnMerchant,
});
