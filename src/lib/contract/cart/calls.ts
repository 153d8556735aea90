/** Calls of cart. */
import { dear, get, light, post } from '../call.ts';
import type { cartSchemas } from './schema.ts';

type Schemas = typeof cartSchemas;

export const cartCalls = {
  addToCart: light(post<Schemas['addToCart']>('/api/cart', 'buyer', 'order')),
  fillCart: dear('order', post<Schemas['fillCart']>('/api/cart/fill', 'buyer', 'order')),
  quickAdd: light(post<Schemas['quickAdd']>('/api/cart/quick-add/{id}', 'buyer', 'order')),
  cartTotal: get<Schemas['cartTotal'], 'buyer'>('/api/cart/total', 'buyer'),
  cartList: dear('quote', get<Schemas['cartList'], 'buyer'>('/api/cart/list', 'buyer')),
  editLine: light(post<Schemas['editLine']>('/api/cart/{id}/edit', 'buyer', 'order')),
  selectLines: light(post<Schemas['selectLines']>('/api/cart/batch-select', 'buyer', 'order')),
  deleteLines: light(post<Schemas['deleteLines']>('/api/cart/batch-delete', 'buyer', 'order')),
  keepForLater: light(post<Schemas['keepForLater']>('/api/cart/{id}/later', 'buyer', 'order')),
  laterList: get<Schemas['laterList'], 'buyer'>('/api/cart/later', 'buyer'),
  cartStores: get<Schemas['cartStores'], 'buyer'>('/api/cart/stores', 'buyer'),
  copyLines: post<Schemas['copyLines']>('/api/cart/copy', 'buyer', 'order'),
};
