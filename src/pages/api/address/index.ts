import { createAddressInput } from '#lib/contract/addresses/schema.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { createAddress, listAddresses } from '#lib/server/services/addresses/addresses.ts';

export const GET = endpoint(api.addresses, emptyInput, listAddresses);
export const POST = endpoint(api.createAddress, createAddressInput, createAddress);
