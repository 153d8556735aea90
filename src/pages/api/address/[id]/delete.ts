import { addressIdInput } from '#lib/contract/addresses/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { deleteAddress } from '#lib/server/services/addresses/addresses.ts';

export const POST = endpoint(api.deleteAddress, addressIdInput, deleteAddress);
