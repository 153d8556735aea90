import { api } from '#lib/contract/table/api.ts';
import { wantedIdInput } from '#lib/contract/wanted/schema.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getWanted } from '#lib/server/services/wanted/wanted.ts';

export const GET = endpoint(api.wanted, wantedIdInput, getWanted);
