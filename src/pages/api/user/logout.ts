import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { logOut } from '#lib/server/services/accounts/accounts.ts';

export const DELETE = endpoint(api.logout, emptyInput, logOut);
export const POST = endpoint(api.logoutPost, emptyInput, logOut);
