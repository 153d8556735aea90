import { api } from '#lib/contract/table/api.ts';
import { wantedIdInput } from '#lib/contract/wanted/schema.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { withdrawWanted } from '#lib/server/services/wanted/wanted.ts';

export const POST = endpoint(api.withdrawWanted, wantedIdInput, withdrawWanted);
