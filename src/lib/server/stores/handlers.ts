import { storesCalls } from '#lib/contract/stores/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { dropNamedStore } from './drop.ts';
import { openNamedStores } from './open-many.ts';
import { orderStores } from './place-stores.ts';
import { addStore, enterStore, listMyStores } from './stores.ts';
import { quoteStores } from './table.ts';

export const storesHandlers = handlers(storesCalls, {
  stores: listMyStores,
  addStore,
  openNamedStores,
  dropNamedStore,
  enterStore,
  quoteStores,
  orderStores,
});
