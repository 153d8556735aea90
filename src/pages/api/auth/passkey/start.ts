import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { startPasskeyLogin } from '#lib/server/services/accounts/passkey-login.ts';

export const POST = endpoint(api.startPasskeyLogin, schemas.startPasskeyLogin, startPasskeyLogin);
