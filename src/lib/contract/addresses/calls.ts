/** Calls of addresses. */
import { get, post } from '../call.ts';
import type { addressesSchemas } from './schema.ts';

type Schemas = typeof addressesSchemas;

export const addressesCalls = {
  addresses: get<Schemas['addresses'], 'buyer'>('/api/address', 'buyer'),
  regions: get<Schemas['regions'], 'anyone'>('/api/address/regions', 'anyone'),
  createAddress: post<Schemas['createAddress']>('/api/address', 'buyer', 'order'),
  updateAddress: post<Schemas['updateAddress']>('/api/address/{id}', 'buyer', 'order'),
  deleteAddress: post<Schemas['deleteAddress']>('/api/address/{id}/delete', 'buyer', 'order'),
  makeDefaultAddress: post<Schemas['makeDefaultAddress']>('/api/address/{id}/default', 'buyer', 'order'),
};
