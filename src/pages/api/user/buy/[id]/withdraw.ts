import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { withdrawWanted } from '#lib/server/services/wanted/wanted.ts';

export const POST = endpoint(api.withdrawWanted, schemas.withdrawWanted, withdrawWanted);
