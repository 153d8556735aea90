import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { updateAddress } from '#lib/server/services/addresses/addresses.ts';

export const POST = endpoint(api.updateAddress, schemas.updateAddress, updateAddress);
