import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { createAddress, listAddresses } from '#lib/server/services/addresses/addresses.ts';

export const GET = endpoint(api.addresses, schemas.addresses, listAddresses);
export const POST = endpoint(api.createAddress, schemas.createAddress, createAddress);
