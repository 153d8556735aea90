import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { logOut } from '#lib/server/services/accounts/accounts.ts';

export const DELETE = endpoint(api.logout, schemas.logout, logOut);
export const POST = endpoint(api.logoutPost, schemas.logoutPost, logOut);
