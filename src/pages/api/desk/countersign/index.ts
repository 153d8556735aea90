import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listActs } from '#lib/server/services/countersign/countersign.ts';

export const GET = endpoint(api.deskActs, schemas.deskActs, listActs);
