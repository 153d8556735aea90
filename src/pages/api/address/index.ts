import { createAddressInput } from '#lib/contract/addresses.ts';
import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { createAddress, listAddresses } from '#lib/server/services/addresses.ts';

export const GET = endpoint(api.addresses, emptyInput, listAddresses);
export const POST = endpoint(api.createAddress, createAddressInput, createAddress);
