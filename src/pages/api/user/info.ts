import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getInfo } from '#lib/server/services/accounts/accounts.ts';

export const GET = endpoint(api.userInfo, schemas.userInfo, getInfo);
