import { afterSaleCalls } from '#lib/contract/after-sale/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { appealAfterSale, sendAfterSale, withdrawAfterSale } from './acts.ts';
import { askAfterSale, previewAfterSale } from './ask.ts';
import { uploadCasePicture } from './picture.ts';
import { getMyCase, listMyCases } from './read.ts';
import { talkAfterSale } from './talk.ts';

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
