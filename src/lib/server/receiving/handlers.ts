import { receivingCalls } from '#lib/contract/receiving.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askOrderPapers, getOrderPapers } from './papers.ts';
import { previewReceipt, receiveOrder } from './receive.ts';
import { getReceivingSheet } from './sheet.ts';

export const receivingHandlers = handlers(receivingCalls, {
  orderPapers: getOrderPapers,
  askPapers: askOrderPapers,
  receivingSheet: getReceivingSheet,
  previewReceipt,
  receiveOrder,
});
