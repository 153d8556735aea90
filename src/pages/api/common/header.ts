import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getHeader } from '#lib/server/services/shell.ts';

export const GET = endpoint(api.header, emptyInput, getHeader);
