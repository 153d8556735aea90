/** Calls of checkout. */
import { dear, post } from '../call.ts';
import type { checkoutSchemas } from './schema.ts';

type Schemas = typeof checkoutSchemas;

export const checkoutCalls = {
  checkoutCart: dear('quote', post<Schemas['checkoutCart']>('/api/cart/checkout', 'buyer', 'order')),
  previewOrder: dear('quote', post<Schemas['previewOrder']>('/api/order/preview', 'buyer', 'order')),
};
