import { receivingCalls } from '#lib/contract/receiving.ts';
import { handlers } from '../core/calls/handlers.ts';
import { findParcel, getOrdersToReceive, receiveOrders } from './many.ts';
import { askOrderPapers, getOrderPapers } from './papers.ts';
import { previewReceipt, receiveOrder } from './receive.ts';
import { getReceivingSheet } from './sheet.ts';

export const receivingHandlers = handlers(receivingCalls, {
  ordersToReceive: getOrdersToReceive,
  findParcel,
  receiveOrders,
  orderPapers: getOrderPapers,
  askPapers: askOrderPapers,
  receivingSheet: getReceivingSheet,
  previewReceipt,
  receiveOrder,
});
