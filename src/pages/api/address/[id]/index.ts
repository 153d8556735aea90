import { updateAddressInput } from '#lib/contract/addresses.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { updateAddress } from '#lib/server/services/addresses.ts';

export const POST = endpoint(api.updateAddress, updateAddressInput, updateAddress);
