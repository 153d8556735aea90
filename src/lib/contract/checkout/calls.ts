/** Calls of checkout. */
import { dear, light, post } from '../call.ts';
import type { checkoutSchemas } from './schema.ts';

type Schemas = typeof checkoutSchemas;

export const checkoutCalls = {
  checkoutCart: light(dear('quote', post<Schemas['checkoutCart']>('/api/cart/checkout', 'buyer', 'order'))),
  previewOrder: light(dear('quote', post<Schemas['previewOrder']>('/api/order/preview', 'buyer', 'order'))),
};
