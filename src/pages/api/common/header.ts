import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getHeader } from '#lib/server/services/site/shell.ts';

export const GET = endpoint(api.header, schemas.header, getHeader);
