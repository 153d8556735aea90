import { deskAfterSaleCalls } from '#lib/contract/after-sale/desk-schema.ts';
import { handlers } from '../core/calls/handlers.ts';
import { acceptAfterSale, agreeAfterSale, arriveAfterSale, refuseAfterSale, repayAfterSale } from './acts.ts';
import { uploadDeskPicture } from './picture.ts';
import { getDeskCase, listDeskCases } from './read.ts';
import { deskTalkAfterSale } from './talk.ts';

export const deskAfterSaleHandlers = handlers(deskAfterSaleCalls, {
  deskAfterSales: listDeskCases,
  deskAfterSale: getDeskCase,
  agreeAfterSale,
  refuseAfterSale,
  arriveAfterSale,
  acceptAfterSale,
  repayAfterSale,
  deskAfterSalePicture: uploadDeskPicture,
  deskTalkAfterSale,
});
