import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addPasskey, listPasskeys } from '#lib/server/services/accounts/passkeys.ts';

export const GET = endpoint(api.passkeys, schemas.passkeys, listPasskeys);
export const POST = endpoint(api.addPasskey, schemas.addPasskey, addPasskey);
