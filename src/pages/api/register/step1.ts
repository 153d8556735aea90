import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { openAccount } from '#lib/server/services/registration/account.ts';

export const POST = endpoint(api.registerAccount, schemas.registerAccount, openAccount);
