import { loginInput } from '#lib/contract/accounts.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { logIn } from '#lib/server/services/accounts.ts';

export const POST = endpoint(api.login, loginInput, logIn);
