import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getScopes } from '#lib/server/services/companies/scope.ts';

export const GET = endpoint(api.jyfw, schemas.jyfw, getScopes);
