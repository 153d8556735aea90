import { addressesCalls } from '#lib/contract/addresses.ts';
import { handlers } from '../core/calls/handlers.ts';
import {
  createAddress,
  deleteAddress,
  listAddresses,
  makeDefaultAddress,
  updateAddress,
} from './addresses.ts';
import { listRegions } from './regions.ts';

export const addressesHandlers = handlers(addressesCalls, {
  addresses: listAddresses,
  regions: listRegions,
  createAddress,
  updateAddress,
  deleteAddress,
  makeDefaultAddress,
});
