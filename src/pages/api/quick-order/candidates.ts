import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCandidates } from '#lib/server/services/quick-order/line-offers.ts';

export const POST = endpoint(api.listCandidates, schemas.listCandidates, listCandidates);
