import { updateAddressInput } from '#lib/contract/addresses/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { updateAddress } from '#lib/server/services/addresses/addresses.ts';

export const POST = endpoint(api.updateAddress, updateAddressInput, updateAddress);
