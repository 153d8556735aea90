import { loginInput } from '#lib/contract/accounts/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { logIn } from '#lib/server/services/accounts/accounts.ts';

export const POST = endpoint(api.login, loginInput, logIn);
