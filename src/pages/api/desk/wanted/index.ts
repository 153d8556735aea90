import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskWanted } from '#lib/server/services/wanted/answer.ts';

export const GET = endpoint(api.deskWanted, schemas.deskWanted, listDeskWanted);
