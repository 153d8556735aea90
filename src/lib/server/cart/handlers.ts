import { cartCalls } from '#lib/contract/cart/calls.ts';
import { checkoutCalls } from '#lib/contract/checkout.ts';
import { handlers } from '../core/calls/handlers.ts';
import { addToCart, quickAdd } from './add.ts';
import { countCart, deleteLines, editLine, selectLines } from './change.ts';
import { previewOrder } from './checkout.ts';
import { copyLines, listStores } from './copy.ts';
import { fillCart } from './fill.ts';
import { keepForLater, listLater } from './later.ts';
import { listCart } from './list.ts';

export const checkoutHandlers = handlers(checkoutCalls, {
  checkoutCart: previewOrder,
  previewOrder,
});

export const cartHandlers = handlers(cartCalls, {
  addToCart,
  fillCart,
  quickAdd,
  cartTotal: countCart,
  cartList: listCart,
  editLine,
  selectLines,
  deleteLines,
  keepForLater,
  laterList: listLater,
  cartStores: listStores,
  copyLines,
});
