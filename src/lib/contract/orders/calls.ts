/** Calls of orders. */
import { dear, get, once, post, whileFrozen } from '../call.ts';
import type { ordersSchemas } from './schema.ts';

type Schemas = typeof ordersSchemas;

export const ordersCalls = {
  placeOrder: once(dear('order', post<Schemas['placeOrder']>('/api/order', 'buyer', 'order'))),
  orders: whileFrozen(get<Schemas['orders'], 'buyer'>('/api/order', 'buyer')),
  order: whileFrozen(get<Schemas['order'], 'buyer'>('/api/order/{no}', 'buyer')),
  orderLogistics: whileFrozen(get<Schemas['orderLogistics'], 'buyer'>('/api/order/{no}/logistics', 'buyer')),
  // 财务 cancels orders that wait for approval; the service requires more in other states.
  cancelOrder: post<Schemas['cancelOrder']>('/api/order/{no}/cancel', 'buyer', 'pay'),
  confirmOrder: post<Schemas['confirmOrder']>('/api/order/{no}/confirm', 'buyer', 'receive'),
  extendOrder: post<Schemas['extendOrder']>('/api/order/{no}/extend', 'buyer', 'receive'),
  refuseOrder: post<Schemas['refuseOrder']>('/api/order/{no}/refuse', 'buyer', 'receive'),
  hurryOrder: post<Schemas['hurryOrder']>('/api/order/{no}/hurry', 'buyer', 'order'),
  hideOrder: post<Schemas['hideOrder']>('/api/order/{no}/hide', 'buyer', 'order'),
  previewRebuy: dear('quote', get<Schemas['previewRebuy'], 'buyer'>('/api/order/{no}/rebuy', 'buyer')),
  rebuyOrder: dear('order', post<Schemas['rebuyOrder']>('/api/order/{no}/rebuy', 'buyer', 'order')),
};
