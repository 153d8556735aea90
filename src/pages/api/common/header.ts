import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getHeader } from '#lib/server/services/site/shell.ts';

export const GET = endpoint(api.header, emptyInput, getHeader);
