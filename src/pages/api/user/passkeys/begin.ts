import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { beginPasskey } from '#lib/server/services/accounts/passkeys.ts';

export const POST = endpoint(api.beginPasskey, schemas.beginPasskey, beginPasskey);
