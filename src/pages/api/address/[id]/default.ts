import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { makeDefaultAddress } from '#lib/server/services/addresses/addresses.ts';

export const POST = endpoint(api.makeDefaultAddress, schemas.makeDefaultAddress, makeDefaultAddress);
