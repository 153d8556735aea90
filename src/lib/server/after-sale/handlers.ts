import { afterSaleCalls } from '#lib/contract/after-sale/calls.ts';
import { deskAfterSaleCalls } from '#lib/contract/after-sale/desk-schema.ts';
import { handlers } from '../core/calls/handlers.ts';
import {
  acceptAfterSale,
  agreeAfterSale,
  appealAfterSale,
  arriveAfterSale,
  refuseAfterSale,
  repayAfterSale,
  sendAfterSale,
  withdrawAfterSale,
} from './acts.ts';
import { askAfterSale, previewAfterSale } from './ask.ts';
import { uploadCasePicture, uploadDeskPicture } from './picture.ts';
import { getDeskCase, getMyCase, listMyCases } from './read.ts';
import { deskTalkAfterSale, talkAfterSale } from './talk.ts';

export const deskAfterSaleHandlers = handlers(deskAfterSaleCalls, {
  deskAfterSale: getDeskCase,
  agreeAfterSale,
  refuseAfterSale,
  arriveAfterSale,
  acceptAfterSale,
  repayAfterSale,
  deskAfterSalePicture: uploadDeskPicture,
  deskTalkAfterSale,
});

export const afterSaleHandlers = handlers(afterSaleCalls, {
  afterSales: listMyCases,
  afterSale: getMyCase,
  previewAfterSale,
  askAfterSale,
  afterSalePicture: uploadCasePicture,
  withdrawAfterSale,
  sendAfterSale,
  appealAfterSale,
  talkAfterSale,
});
