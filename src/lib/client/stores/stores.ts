/** Stores of the company: for whom one acts, adding one, ordering for several. Everything rejects as `call` does. */

import { api } from '#lib/contract/api.ts';
import type {
  AddStoreInput,
  NamedOpened,
  OpenNamedInput,
  StoreChoice,
  StoresOrdered,
  StoresQuote,
  StoreWire,
} from '#lib/contract/stores/calls.ts';
import { call } from '../api.ts';
import { markStale } from '../stale.ts';

export type NewStore = Pick<
  AddStoreInput,
  'name' | 'code' | 'credit_code' | 'inherits' | 'receiver' | 'phone' | 'region_code' | 'detail'
>;

/** From now on this session acts for the store: every page changes. */
export async function enterStore(id: number): Promise<StoreChoice> {
  const choice = await call(api.enterStore, { id });
  markStale();
  return choice;
}

export function addStore(store: NewStore): Promise<StoreWire> {
  return call(api.addStore, store);
}

/** Opens named stores together; each has its result. */
export function openNamedStores(input: OpenNamedInput): Promise<NamedOpened> {
  return call(api.openNamedStores, input);
}

/** Removes a named store from the list of those to be opened. */
export function dropNamedStore(credit_code: string): Promise<StoreChoice> {
  return call(api.dropNamedStore, { credit_code });
}

export interface Cell {
  store_id: number;
  goods_id: number;
  number: number;
}

export function quoteStores(cells: Cell[]): Promise<StoresQuote> {
  return call(api.quoteStores, { cells });
}

/** The key is the same for every press on one table: it is ordered once. */
export async function orderStores(
  cells: Cell[],
  expected_total: string,
  key: string,
): Promise<StoresOrdered> {
  const placed = await call(
    api.orderStores,
    { cells, expected_total },
    { headers: { 'Idempotency-Key': key } },
  );
  markStale();
  return placed;
}
