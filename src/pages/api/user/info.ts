import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getInfo } from '#lib/server/services/accounts/accounts.ts';

export const GET = endpoint(api.userInfo, emptyInput, getInfo);
