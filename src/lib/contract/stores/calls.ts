/** Calls of a head office's stores. */
import { dear, get, once, post, whileFrozen } from '../call.ts';
import type { storesSchemas } from './schema.ts';

type Schemas = typeof storesSchemas;

export const storesCalls = {
  stores: whileFrozen(get<Schemas['stores'], 'buyer'>('/api/stores', 'buyer')),
  addStore: post<Schemas['addStore']>('/api/stores', 'buyer', 'manage'),
  dropNamedStore: post<Schemas['dropNamedStore']>('/api/stores/named/drop', 'buyer', 'manage'),
  // Also out of a store that is frozen.
  enterStore: whileFrozen(post<Schemas['enterStore']>('/api/stores/{id}/enter', 'buyer', 'read')),
  quoteStores: dear('quote', post<Schemas['quoteStores']>('/api/stores/quote', 'buyer', 'order')),
  orderStores: once(dear('order', post<Schemas['orderStores']>('/api/stores/order', 'buyer', 'order'))),
};
