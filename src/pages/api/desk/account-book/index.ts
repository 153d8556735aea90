import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { readAccountBook } from '#lib/server/services/account-book/read.ts';

export const GET = endpoint(api.accountBook, schemas.accountBook, readAccountBook);
