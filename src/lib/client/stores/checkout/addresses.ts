import { atom } from 'nanostores';
import type { AddressInput, AddressWire, RegionNode } from '#lib/contract/addresses.ts';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import { call } from '../../api.ts';

/** The company's addresses, the default one first; null while they are not known here. */
export const $addresses = atom<readonly AddressWire[] | null>(null);

async function reload(): Promise<void> {
  const { list } = await call(api.addresses, {});
  $addresses.set(list);
}

/** The company's addresses as they are now. Rejects as `call` does. */
export async function loadAddresses(): Promise<readonly AddressWire[]> {
  await reload();
  return $addresses.get() ?? [];
}

/** Adds an address, or changes the one of `id`. Rejects with AppError: 422 names the field. */
export async function saveAddress(input: AddressInput, id?: number): Promise<AddressWire> {
  const saved =
    id === undefined ? await call(api.createAddress, input) : await call(api.updateAddress, { ...input, id });
  await reload();
  return saved;
}

/** Removes an address; when it was the default another one takes its place. */
export async function deleteAddress(id: number): Promise<void> {
  const { list } = await orReload(call(api.deleteAddress, { id }));
  $addresses.set(list);
}

export async function makeDefaultAddress(id: number): Promise<void> {
  await orReload(call(api.makeDefaultAddress, { id }));
  await reload();
}

/** If the address is gone already, shows the current ones, and rejects all the same. */
async function orReload<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 404) await reload();
    throw error;
  }
}

let regions: Promise<RegionNode[]> | undefined;

/** Provinces with their cities and districts; loaded when a form first needs them, again after a failure. */
export function loadRegions(): Promise<RegionNode[]> {
  regions ??= call(api.regions, {}).catch((error: unknown) => {
    regions = undefined;
    throw error;
  });
  return regions;
}
