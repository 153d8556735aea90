import { checkoutCalls } from '#lib/contract/checkout.ts';
import { handlers } from '../core/calls/handlers.ts';
import { previewOrder } from './checkout.ts';

export const checkoutHandlers = handlers(checkoutCalls, {
  checkoutCart: previewOrder,
  previewOrder,
});
