import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { logInByPasskey } from '#lib/server/services/accounts/passkey-login.ts';

export const POST = endpoint(api.logInByPasskey, schemas.logInByPasskey, logInByPasskey);
